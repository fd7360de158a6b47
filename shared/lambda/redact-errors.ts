import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj } from '@middy/core';
import { framesOf, OpenFault } from '../core/verdict/failure.ts';

/** Replaces an error that leaves a function: its class, and nothing that its message could quote. */
class Redacted extends Error {
  constructor(name: string) {
    super('the log says where; messages stay out of it, since they may quote the data');
    this.name = name;
  }
}

/** Lambda writes messages of errors to its log and to the state machine, and a message may quote an item. The log gets the class and the stack's frames. */
export const redactErrors = (logger: Pick<Logger, 'error'>): MiddlewareObj => ({
  onError(request) {
    const error: unknown = request.error;
    const name = error instanceof Error ? error.name : 'UnknownError';
    logger.error('failed', { errorName: name, frames: framesOf(error) });
    request.error = error instanceof OpenFault ? error : new Redacted(name);
  },
});
