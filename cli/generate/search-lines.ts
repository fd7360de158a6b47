import { syntheticLog } from '../../shared/core/generate/query-log.ts';

const SHAPE = { intents: 300, searches: 8 };

/** Searches of people who want a few things each. Nobody's real log. */
export function* searchLines(users: number, seed: string): Generator<string> {
  for (const { user, query, url } of syntheticLog({ ...SHAPE, users, seed }))
    yield `${JSON.stringify(url === null ? { user, query } : { user, query, url })}\n`;
}
