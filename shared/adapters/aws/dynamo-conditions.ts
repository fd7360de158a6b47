import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** False if the condition of a write did not hold. */
export const isWritten = (write: Promise<unknown>): Promise<boolean> =>
  write.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    },
  );
