import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj } from '@middy/core';
import { framesOf, OpenFault } from '../core/findings/failure.ts';

/** What leaves a function as its failure: the class, and nothing that the message could have quoted. */
class Redacted extends Error {
  constructor(name: string) {
    super('the log says where; messages stay out of it, since they may quote the data');
    this.name = name;
  }
}

/**
 * Lambda writes the message of an error to the log and to the state machine, and a message may quote an item. So the log gets the class
 * and the frames of the stack, the state machine the class.
 */
export const redactErrors = (logger: Pick<Logger, 'error'>): MiddlewareObj => ({
  onError(request) {
    const error: unknown = request.error;
    const name = error instanceof Error ? error.name : 'UnknownError';
    logger.error('failed', { errorName: name, frames: framesOf(error) });
    request.error = error instanceof OpenFault ? error : new Redacted(name);
  },
});
