import { type Profiler, Session } from 'node:inspector';

/** Bits for once, twice, four times ... 128 times and more. */
const MOST = 7;

/**
 * Whether an input reaches code that none before it did, or reaches it another power of two of times, as V8 itself counts blocks: of this thread
 * alone, whatever else runs on the machine.
 */
export class Coverage {
  readonly #session = new Session();
  readonly #code: RegExp;
  /** Of each function, for each of its characters how often the code there has run within one input. */
  readonly #reached = new Map<string, Uint8Array>();

  /** Of the files whose address matches. */
  constructor(code: RegExp) {
    this.#code = code;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    this.reachedMore();
  }

  /** Since this was asked last. */
  reachedMore(): boolean {
    let isMore = false;
    for (const { url, functions } of this.#taken())
      if (this.#code.test(url)) for (const each of functions) isMore = this.#adds(url, each) || isMore;
    return isMore;
  }

  end(): void {
    this.#session.disconnect();
  }

  #adds(url: string, { ranges }: Profiler.FunctionCoverage): boolean {
    const [whole] = ranges;
    if (whole === undefined || whole.count === 0) return false;
    const { startOffset: from, endOffset: to } = whole;
    // A function of its own, though it stands in another one.
    const name = `${url}:${from}`;
    const reached = this.#reached.get(name) ?? new Uint8Array(to - from);
    this.#reached.set(name, reached);
    // A block stands behind the one around it, and is told only where its count is another.
    const now = new Uint8Array(to - from);
    for (const { startOffset, endOffset, count } of ranges)
      now.fill(count === 0 ? 0 : 1 << Math.min(MOST, 31 - Math.clz32(count)), startOffset - from, endOffset - from);
    let isMore = false;
    for (let at = 0; at < now.length; at += 1) {
      const bit = now[at] as number;
      if (((reached[at] as number) & bit) === bit) continue;
      reached[at] = (reached[at] as number) | bit;
      isMore = true;
    }
    return isMore;
  }

  #taken(): readonly Profiler.ScriptCoverage[] {
    let taken: readonly Profiler.ScriptCoverage[] = [];
    // Answered before the call returns: the session is this thread's own.
    this.#session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error !== null) throw error;
      taken = answer.result;
    });
    return taken;
  }
}
