// A burst of drops against the rendered definition: its states and their retries as they are, a virtual clock, and a Lambda that refuses what the
// account has no room for. Seeded. What a function does is a time it takes.
import type { Definition, State } from '../../cloud-local/workflow/definition.ts';
import { isDistributed } from '../../cloud-local/workflow/definition.ts';
import type { Line, LineLane } from '../../shared/contracts/line.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import { BESIDE, EMPTY, join, leave, letIn } from '../../shared/pipeline/cloud/line.ts';

export interface Dropped {
  readonly id: string;
  readonly lane: Extract<LineLane, 'small' | 'large'>;
  readonly team: string | null;
  /** Children of each map over units. */
  readonly children: number;
  /** Second at which it is dropped. */
  readonly at: number;
}

interface Burst {
  readonly failed: number;
  /** Seconds until the last one ended, and the longest wait of each lane before it began. */
  readonly seconds: number;
  readonly waited: Readonly<Record<'small' | 'large', number>>;
  /** Invocations that were refused. */
  readonly refused: number;
}

interface Retry {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds?: number;
  readonly BackoffRate?: number;
  readonly MaxAttempts?: number;
  readonly MaxDelaySeconds?: number;
  readonly JitterStrategy?: string;
}

const REFUSED = 'Lambda.TooManyRequestsException';
const EXCEEDED = 'States.ExceedToleratedFailureThreshold';
/** Seconds that a call of a function takes, at most twice as long by chance. */
const CALL = { step: 4, child: 20 };
const CHILD_TIME = 300;

class Clock {
  now = 0;
  readonly #heap: { readonly at: number; readonly n: number; readonly run: () => void }[] = [];
  #n = 0;

  sleep(seconds: number): Promise<void> {
    return new Promise((run) => this.#push({ at: this.now + seconds, n: this.#n++, run }));
  }

  async run(): Promise<void> {
    for (;;) {
      // Everything ready runs before time advances.
      for (let turn = 0; turn < 30; turn += 1) await null;
      const next = this.#pop();
      if (next === undefined) return;
      this.now = next.at;
      next.run();
    }
  }

  #push(event: { readonly at: number; readonly n: number; readonly run: () => void }): void {
    const heap = this.#heap;
    heap.push(event);
    for (let at = heap.length - 1; at > 0; ) {
      const up = (at - 1) >> 1;
      if (before(heap[up] as never, heap[at] as never)) break;
      [heap[up], heap[at]] = [heap[at] as never, heap[up] as never];
      at = up;
    }
  }

  #pop() {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < heap.length && before(heap[left] as never, heap[least] as never)) least = left;
      if (right < heap.length && before(heap[right] as never, heap[least] as never)) least = right;
      if (least === at) return first;
      [heap[least], heap[at]] = [heap[at] as never, heap[least] as never];
      at = least;
    }
  }
}
const before = (a: { at: number; n: number }, b: { at: number; n: number }): boolean => a.at < b.at || (a.at === b.at && a.n < b.n);

class Failed extends Error {}

/** `line`: whether drops queue, or all start at once. */
export async function burst(
  definition: Definition,
  drops: readonly Dropped[],
  account: number,
  options: { readonly line: boolean; readonly childConcurrency: number; readonly seed: string },
): Promise<Burst> {
  const clock = new Clock();
  const random = seeded('burst', options.seed);
  let [busy, refused, failed] = [0, 0, 0];
  const waited = { small: 0, large: 0 };
  /** Functions beside those of executions take their room too. */
  const room = account - BESIDE;

  const invoke = async (seconds: number): Promise<void> => {
    if (busy >= room) {
      refused += 1;
      throw new Failed(REFUSED);
    }
    busy += 1;
    await clock.sleep(seconds * (1 + random.unit()));
    busy -= 1;
  };
  const retried = async (state: State, work: () => Promise<void>): Promise<void> => {
    const attempts = new Map<Retry, number>();
    for (;;) {
      try {
        await work();
        return;
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        const retry = ((state['Retry'] ?? []) as readonly Retry[]).find(({ ErrorEquals }) =>
          ErrorEquals.some((each) => each === error.message || each === 'States.ALL'),
        );
        const made = retry === undefined ? 0 : (attempts.get(retry) ?? 0);
        if (retry === undefined || made >= (retry.MaxAttempts ?? 3)) throw error;
        attempts.set(retry, made + 1);
        await clock.sleep(delayOf(retry, made, random));
      }
    }
  };
  const execute = async (drop: Dropped, most: number): Promise<void> => {
    for (const state of path(definition)) {
      if (state.Type === 'Task') await retried(state, () => invoke(CALL.step));
      else if (isDistributed(state)) {
        const [child] = Object.values(state.ItemProcessor.States) as [State];
        await retried(state, async () => {
          let [next, lost] = [0, 0];
          const worker = async (): Promise<void> => {
            while (next < drop.children) {
              next += 1;
              const from = clock.now;
              // An Express child that takes longer than five minutes fails, however it ends.
              const done = await retried(child, () => invoke(drop.lane === 'large' ? CALL.child : CALL.step)).then(
                () => clock.now - from <= CHILD_TIME,
                () => false,
              );
              if (!done) lost += 1;
            }
          };
          await Promise.all(Array.from({ length: Math.min(most, drop.children) }, worker));
          if (lost > (drop.children * (state.ToleratedFailurePercentage ?? 0)) / 100) throw new Failed(EXCEEDED);
        });
      }
    }
  };

  let line: Line = { ...EMPTY, account };
  const began = new Map<string, (children: number) => void>();
  const letNext = (): void => {
    const next = letIn(line, options.childConcurrency, Math.floor(clock.now));
    line = next.line;
    for (const { id, children } of next.started) began.get(id)?.(children);
  };
  const all = drops.map(async (drop) => {
    await clock.sleep(drop.at);
    let most = options.childConcurrency;
    if (options.line) {
      const turn = new Promise<number>((resolve) => began.set(drop.id, resolve));
      line = join(line, { id: drop.id, lane: drop.lane, team: drop.team, ofCampaign: false, since: Math.floor(clock.now) });
      letNext();
      most = await turn;
    }
    waited[drop.lane] = Math.max(waited[drop.lane], clock.now - drop.at);
    await execute(drop, most).catch((error) => {
      if (!(error instanceof Failed)) throw error;
      failed += 1;
    });
    line = leave(line, drop.id, Math.floor(clock.now));
    letNext();
  });
  const ended = Promise.all(all);
  await clock.run();
  await ended;
  return { failed, seconds: clock.now, waited, refused };
}

function delayOf(
  { IntervalSeconds = 1, BackoffRate = 2, MaxDelaySeconds = Number.POSITIVE_INFINITY, JitterStrategy }: Retry,
  made: number,
  random: Random,
): number {
  const most = Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** made);
  return JitterStrategy === 'FULL' ? random.unit() * most : most;
}

/** The states of an audit with an original and learned attacks, from its first to its last. */
function path({ StartAt, States }: Definition): State[] {
  const taken: State[] = [];
  const past = new Set([
    'Record rejection',
    'Spread rows',
    'Gather units',
    'Finish parts',
    'Measure release',
    'Tell gate closed',
    'Fetch counts',
    'Wait for model',
  ]);
  for (let name: string | undefined = StartAt; name !== undefined; ) {
    const state: State = States[name];
    taken.push(state);
    const choices = (state['Choices'] ?? []) as readonly { readonly Next: string }[];
    const wanted: (string | undefined)[] =
      name === 'Anything to score?'
        ? ['Score']
        : [state['Next'] as string | undefined, ...choices.map(({ Next }) => Next), state['Default'] as string | undefined];
    name = wanted.find((each) => each !== undefined && !past.has(each));
  }
  return taken;
}
