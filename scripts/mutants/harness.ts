import { expect } from 'expect';

type Body = (...given: readonly unknown[]) => unknown;

interface Suite {
  readonly parent: Suite | null;
  readonly before: Body[];
  readonly after: Body[];
  readonly beforeEach: Body[];
  readonly afterEach: Body[];
}

interface Test {
  readonly name: string;
  readonly suite: Suite;
  readonly body: () => unknown;
}

const suiteIn = (parent: Suite | null): Suite => ({ parent, before: [], after: [], beforeEach: [], afterEach: [] });

/** The tests of one file, gathered by the words that they use of jest; matchers are jest's own. */
export class Gathered {
  readonly tests: Test[] = [];
  #suite = suiteIn(null);

  /** Globals that a test file expects. */
  install(): void {
    const test = (name: string, body: Body): void => {
      this.tests.push({ name, suite: this.#suite, body: () => body() });
    };
    const describe = (_: string, body: Body): void => {
      const outer = this.#suite;
      this.#suite = suiteIn(outer);
      body();
      this.#suite = outer;
    };
    const each = (one: (name: string, body: Body) => void) => (table: readonly unknown[]) => (name: string, body: Body) => {
      for (const row of table) one(name, () => body(...(Array.isArray(row) ? row : [row])));
    };
    const tests = Object.assign(test, { each: each(test) });
    Object.assign(globalThis, {
      expect,
      test: tests,
      it: tests,
      describe: Object.assign(describe, { each: each(describe) }),
      beforeAll: (body: Body) => this.#suite.before.push(body),
      afterAll: (body: Body) => this.#suite.after.push(body),
      beforeEach: (body: Body) => this.#suite.beforeEach.push(body),
      afterEach: (body: Body) => this.#suite.afterEach.push(body),
    });
  }

  /** Runs those of the given places, in their order; stops at the first that fails, whose place is returned. */
  async run(places: readonly number[], about: RunOptions): Promise<number | null> {
    const opened = new Set<Suite>();
    let failed: number | null = null;
    for (const place of places) {
      const { suite, body } = this.tests[place];
      about.starts(place);
      try {
        for (const each of outerFirst(suite)) {
          if (opened.has(each)) continue;
          opened.add(each);
          for (const one of each.before) await one();
        }
        for (const each of outerFirst(suite)) for (const one of each.beforeEach) await one();
        try {
          await body();
        } finally {
          for (const each of outerFirst(suite).toReversed()) for (const one of each.afterEach) await one();
        }
      } catch (error) {
        failed ??= place;
        about.failed?.(place, error);
      }
      about.ended?.(place);
      if (failed !== null && about.stops) break;
    }
    for (const suite of opened) for (const one of suite.after) await one();
    return failed;
  }
}

interface RunOptions {
  readonly stops: boolean;
  readonly starts: (place: number) => void;
  readonly ended?: (place: number) => void;
  readonly failed?: (place: number, error: unknown) => void;
}

function outerFirst(suite: Suite): Suite[] {
  return suite.parent === null ? [suite] : [...outerFirst(suite.parent), suite];
}
