import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';

/** Starts under a name that follows from the content. That it exists already means that another delivery of the drop was quicker. */
export async function startExecution(client: SFNClient, stateMachineArn: string, name: string, input: unknown): Promise<void> {
  try {
    await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}
