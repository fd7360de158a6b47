// Conclusions of audits of query logs.
import { verdictOfFiles } from '../helpers/verdict-of.ts';

const GATE = ['--fail-above', 'people=0.1@certainty=0.9'];
const lines = (all: readonly object[]): string => all.map((each) => `${JSON.stringify(each)}\n`).join('');

/** Thirty clusters of four users: in words of their own, but one in each cluster has drawn a neighbour's. */
const USERS = Array.from({ length: 120 }, (_, at) => ({ at, cluster: at >> 2, drawn: at % 4 === 3 }));
const wordOf = (at: number): string => `word of ${at}`;
const RELEASE = lines([
  { log: 'strings', k: 4 },
  ...USERS.map(({ at, cluster, drawn }) => ({ user: `p${at}`, cluster, queries: [[wordOf(drawn ? at - 1 : at)]] })),
]);
const ORIGINAL = lines(USERS.map(({ at, drawn }) => ({ user: `u${at}`, as: `p${at}`, queries: [drawn ? 'else' : wordOf(at)] })));

test.each([true, false])('words that are nobody else’s are told to be own: a leak, with original %p', async (original) => {
  const files = { 'release.jsonl': RELEASE, 'original.jsonl': ORIGINAL };
  const given = original ? ['--original', 'original.jsonl'] : [];
  const { verdict, way, gate, status } = await verdictOfFiles(files, 'release.jsonl', ...given, ...GATE);
  expect([status, verdict.level, verdict.way]).toEqual([4, 'leaks', 'learned']);
  expect(way('learned').lead).toMatchObject({ attack: 'not drawn', confidence: 1, people: 60, right: 60, of: 120 });
  expect(gate?.open).toBe(false);
});

test('who is singled out by a known query is said next to it, and clusters of too few users break the guarantee', async () => {
  const { way, claims } = await verdictOfFiles({ 'release.jsonl': RELEASE }, 'release.jsonl');
  expect(way('singled out')).toMatchObject({ level: 'leaks', lead: { attack: 'known queries', facts: 1, people: 60 } });
  expect(claims).toMatchObject([{ text: 'k = 4', state: 'held', checked: 30 }]);
  const { status, verdict } = await verdictOfFiles({ 'release.jsonl': RELEASE }, 'release.jsonl', '--k', '5');
  expect([status, verdict.level]).toEqual([3, 'guarantee broken']);
});

test('every cluster wants its own: who is in one is known to, whether or not the original says so', async () => {
  const release = lines([
    { log: 'name', k: 4 },
    ...USERS.map(({ at, cluster }) => ({ user: `p${at}`, cluster, queries: [[`topic ${cluster}`]] })),
  ]);
  const original = lines(USERS.map(({ at, cluster }) => ({ user: `u${at}`, as: `p${at}`, queries: [`topic ${cluster}`], wants: [true] })));
  const files = { 'release.jsonl': release, 'original.jsonl': original };
  for (const given of [[], ['--original', 'original.jsonl']]) {
    const { verdict, way, gate } = await verdictOfFiles(files, 'release.jsonl', ...given, ...GATE);
    expect([verdict.level, way('learned').lead?.attack]).toEqual(['leaks', 'wanted']);
    // With the original all are right: who acts so surely is above any limit.
    if (given.length > 0) expect(gate?.open).toBe(false);
  }
});
