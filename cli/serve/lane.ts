/** Runs this many at a time; others wait in order. */
export class Lane {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Waits for the turn and returns the function that passes it on; null if it was given up before. */
  async turn(givenUp: AbortSignal): Promise<(() => void) | null> {
    if (givenUp.aborted) return null;
    if (this.#free > 0) this.#free -= 1;
    else {
      const called = await new Promise<boolean>((resolve) => {
        const call = (): void => {
          givenUp.removeEventListener('abort', leave);
          resolve(true);
        };
        const leave = (): void => {
          this.#waiting.splice(this.#waiting.indexOf(call), 1);
          resolve(false);
        };
        givenUp.addEventListener('abort', leave, { once: true });
        this.#waiting.push(call);
      });
      if (!called) return null;
    }
    return () => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    };
  }
}
