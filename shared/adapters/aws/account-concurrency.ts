import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';

/** Functions that the account runs at once: as it was set, or as the service says. Without those that are reserved. */
export async function accountConcurrency(client: LambdaClient, set: number | null): Promise<number> {
  if (set !== null) return set;
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
  return AccountLimit?.UnreservedConcurrentExecutions ?? AccountLimit?.ConcurrentExecutions ?? 10;
}
