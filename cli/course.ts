import type { Progress } from '../shared/ports/progress.ts';
import { duration } from './audit/fetch-text.ts';

/** A step that takes longer says for how long, and how long it will. */
const LONG = 2_000;

/** Progress of a command, in words. */
export interface CourseWords {
  /** `3 of 16`, or nothing where nobody knows how many. */
  readonly which: string;
  readonly name: string;
  /** Of this measure, from 0 to 1; null where its end is not known. */
  readonly share: number | null;
  readonly count: string;
  /** How long all steps together have taken, and how much longer this measure will. */
  readonly times: string;
}

/** Follows the steps of a command; `changed` hears of each, and whether a new one began. */
export class Course implements Progress {
  readonly #now: () => number;
  readonly #changed: (begun: boolean) => void;
  readonly #started: number;
  #begun: number;
  #number = 0;
  #steps = 0;
  #name = '';
  #part = '';
  #total: number | null = null;
  #done = 0;

  constructor(changed: (begun: boolean) => void, now: () => number = () => performance.now()) {
    this.#changed = changed;
    this.#now = now;
    this.#started = now();
    this.#begun = this.#started;
  }

  plan(steps: number): void {
    this.#steps = steps;
  }

  step(name: string, total: number | null): void {
    this.#number += 1;
    this.#name = name;
    this.#measure('', total);
  }

  part(name: string, total: number | null): void {
    this.#measure(`: ${name}`, total);
  }

  advance(done: number): void {
    this.#done = done;
    this.#changed(false);
  }

  end(): void {}

  words(): CourseWords {
    const [total, done] = [this.#total, this.#done];
    const share = total === null || total === 0 ? null : Math.min(1, done / total);
    const [passed, all] = [this.#now() - this.#begun, this.#now() - this.#started];
    const left = share !== null && share > 0.02 && passed > LONG ? `, about ${duration((passed / share) * (1 - share))} left` : '';
    return {
      which: this.#steps === 0 ? '' : `${Math.min(this.#number, this.#steps)} of ${this.#steps}`,
      name: this.#name + this.#part,
      share,
      count: share === null ? (done > 0 ? String(done) : '') : `${Math.floor(share * 100)} %`,
      times: all > LONG ? `${duration(all)}${left}` : '',
    };
  }

  #measure(part: string, total: number | null): void {
    [this.#part, this.#total, this.#done, this.#begun] = [part, total, 0, this.#now()];
    this.#changed(true);
  }
}
