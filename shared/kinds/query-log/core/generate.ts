import { vocabulary } from '../../../core/generate/topics.ts';
import { exp } from '../../../core/numeric/numeric.ts';
import { seeded } from '../../../core/random/random.ts';
import type { Search } from './intents.ts';

interface WantedLog {
  readonly users: number;
  readonly intents: number;
  /** Mean searches of a user. */
  readonly searches: number;
  readonly seed: string;
}

const WORDINGS = 6;
const UNCLICKED = 0.15;

/** Searches of people who want a few things each, in words that mean nothing: popular intents by 1 / rank, each worded in a few ways. Nobody's real log. */
export function* syntheticLog({ users, intents, searches, seed }: WantedLog): Generator<Search> {
  const words = vocabulary({ vocabulary: intents * (WORDINGS + 1), topics: 1, seed });
  const random = seeded(seed, 'query log');
  const zipf = (): number => Math.min(intents - 1, Math.floor(exp(random.unit() * Math.log(intents))) - 1);
  for (let user = 1; user <= users; user += 1) {
    const wanted = 1 + random.below(2 * searches - 1);
    const own = Array.from({ length: 1 + random.below(6) }, () => Math.max(0, zipf()));
    for (let at = 0; at < wanted; at += 1) {
      const intent = own[random.below(own.length)];
      const subject = words[intent * (WORDINGS + 1)];
      const wording = words[intent * (WORDINGS + 1) + 1 + random.below(WORDINGS)];
      const url = `https://www.${subject}.example/${random.below(2) === 0 ? '' : 'more'}`;
      yield { user: String(user), query: `${subject} ${wording}`, url: random.unit() < UNCLICKED ? null : url };
    }
  }
}

const SHAPE = { intents: 300, searches: 8 };

/** Searches of people who want a few things each. Nobody's real log. */
export function* searchLines(users: number, seed: string): Generator<string> {
  for (const { user, query, url } of syntheticLog({ ...SHAPE, users, seed }))
    yield `${JSON.stringify(url === null ? { user, query } : { user, query, url })}\n`;
}
