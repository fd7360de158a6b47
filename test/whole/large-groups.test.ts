// Few large groups: practice and evidence are bounded whatever their rows, and every row is scored.
import type { Entry } from '../../shared/core/model/transaction.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { type CalibratedInput, learn, prepare } from '../../shared/kinds/set-generalised/learn/calibrated/learn.ts';
import { calibratedOver } from '../helpers/calibrated-release.ts';

const TOPICS = 8;
const GROUPS = [0, 1].map((group) => [0, 1, 2, 3].map((member) => `topic${2 * member + group}secret${group}`));
const { embeddings } = calibratedOver('large groups');

/** Each transaction is about a topic, and carries the generalised item that has a member about it. */
function inputOf(count: number): CalibratedInput {
  const random = seeded('large groups');
  const release = Array.from({ length: count }, (_, at) => {
    const items: Entry[] = [];
    for (let topic = 0; topic < TOPICS; topic += 1) {
      for (let word = 0; word < 6; word += 1)
        if (random.unit() < (topic === at % TOPICS ? 0.9 : 0.1)) items.push(`topic${topic}word${word}`);
    }
    return { items: [...items, GROUPS[at % 2]] };
  });
  return { release, sources: [], embeddings, ordered: true, constrained: true, seed: 'test', asked: 0.9 };
}

test('practice has tables as large as parts of groups, and no more cells for more rows; all rows of all groups are scored', async () => {
  const count = 2_500;
  const input = inputOf(count);
  const prepared = await prepare(input);
  if ('reason' in prepared) throw new Error(prepared.reason);
  const cells = prepared.practice.reduce((total, { original }) => total + original.length, 0);
  expect(cells).toBeLessThan(300_000);
  for (const { evidence } of prepared.practice) expect([512, count / 2 - 512]).toContain(evidence.rows);
  const learned = await learn(prepared, input, ['outside', 'likeness', 'frequency', 'shape']);
  if ('reason' in learned) throw new Error(learned.reason);
  expect(learned.tables.map(({ rows, s }) => [rows, s.length])).toEqual(GROUPS.map((members) => [count / 2, (count / 2) * members.length]));
  // Related vectors are found: the member about the row's topic is the most likely.
  const { release } = prepared.input;
  let right = 0;
  for (const { key, rows, columns, s } of learned.tables) {
    const group = release.groups.find((each) => each.key === key);
    for (let row = 0; row < rows; row += 1) {
      const own = s.subarray(row * columns, (row + 1) * columns);
      const member = release.terms[group?.members[own.indexOf(Math.max(...own))] as number];
      const items = release.transactions[group?.rows[row] as number]?.items ?? [];
      const topics = Array.from(items, (item) => release.terms[item].charAt(5));
      const most = Map.groupBy(topics, (topic) => topic).get(member.charAt(5))?.length ?? 0;
      if (most >= 3) right += 1;
    }
  }
  expect(right / count).toBeGreaterThan(0.8);
});
