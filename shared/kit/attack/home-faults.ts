import { ContractError } from '../../contracts/parse.ts';
import { MissingBlob } from '../../ports/blob-store.ts';

/**
 * Tells what the home of an audit throws, its storage and its sources, from what an attack throws: the one ends the step, which is tried
 * again, the other is a result, "errored". A full disk is no property of an attack.
 */
export class HomeFaults {
  readonly #thrown = new WeakSet();

  isOne(error: unknown): boolean {
    return (
      // Unusable data of an earlier step is not the attack's fault.
      error instanceof ContractError ||
      (typeof error === 'object' &&
        error !== null &&
        (this.#thrown.has(error) || this.isOne((error as { readonly cause?: unknown }).cause)))
    );
  }

  /** The same thing; what its methods throw, now or later, is remembered. */
  watch<T extends object>(thing: T): T {
    return new Proxy(thing, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...values: unknown[]) => {
          try {
            return this.#followed(value.apply(target, values));
          } catch (error) {
            throw this.#noted(error);
          }
        };
      },
    });
  }

  #followed(answer: unknown): unknown {
    if (answer instanceof Promise) {
      return answer.catch((error: unknown) => {
        throw this.#noted(error);
      });
    }
    return isIterable(answer) ? this.#each(answer) : answer;
  }

  async *#each(answer: AsyncIterable<unknown>): AsyncGenerator<unknown> {
    try {
      yield* answer;
    } catch (error) {
      throw this.#noted(error);
    }
  }

  #noted(error: unknown): unknown {
    if (typeof error === 'object' && error !== null && !(error instanceof MissingBlob)) this.#thrown.add(error);
    return error;
  }
}

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
