import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';

/** Functions that the account runs at once, without reserved ones: the setting, or else the service's answer. */
export async function accountConcurrency(client: LambdaClient, set: number | null): Promise<number> {
  if (set !== null) return set;
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
  return AccountLimit?.UnreservedConcurrentExecutions ?? AccountLimit?.ConcurrentExecutions ?? 10;
}
