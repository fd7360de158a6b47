// The measures of whole audits against the twins, over what the table of decisions says was taken out.

import type { Entry, Transaction } from '../../shared/core/model/transaction.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { impliedConstraints } from '../../shared/kinds/set-generalised/core/measure/protections.ts';
import { auditInMemory, rowsOf } from '../helpers/audits.ts';
import { countsOver } from '../helpers/counts-over.ts';
import { isBroken, isBrokenOfNobody, uniqueShare } from './twins/measures.ts';

const SETS = [
  ['a', 'b', 'c'],
  ['d', 'e', 'f'],
  ['g', 'h'],
];
const CONTEXT = ['p', 'q', 'r', 's', 't', 'u', 'v', 'w'];
const ATTACKS = ['tba', 'gba', 'rba-normalised'];

function randomAudit(index: number) {
  const random = seeded('audit measures', index);
  const some = (items: readonly string[], share: number): string[] => items.filter(() => random.unit() < share);
  const documents = Array.from({ length: 80 }, () => some([...SETS.flat(), ...CONTEXT], 0.25).join(' '));
  const release: Entry[][] = [];
  const original: string[][] = [];
  for (let at = 0; at < 14; at += 1) {
    const context = some(CONTEXT, 0.3);
    const sets = SETS.filter(() => random.unit() < 0.5);
    const held = sets.flatMap((set) => {
      const own = some(set, 0.4);
      return own.length > 0 ? own : [set[random.below(set.length)]];
    });
    release.push([...context, ...sets]);
    original.push([...context, ...held]);
  }
  return { release, original, source: countsOver(documents), claim: { k: 2 + random.below(4), m: 1 + random.below(3) } };
}

test('protections and uniqueness of 15 audits, each of three attacks: an item left alone still comes from a generalised item', async () => {
  let [resolved, raised] = [0, 0];
  for (let index = 0; index < 15; index += 1) {
    const { release, original, source, claim } = randomAudit(index);
    const results = await auditInMemory({ release, original, source, request: { attacks: ATTACKS, claim, context: { select: 'all' } } });
    const before = release.map((items): Transaction => ({ items }));
    const truth = original.map((items): Transaction => ({ items }));
    const constraints = impliedConstraints(before, claim.k);
    for (const attack of ATTACKS) {
      const gone = new Set(
        rowsOf(results, 'decisions').flatMap((row) =>
          row['attack'] === attack && row['decided'] ? [`${row['transaction']} ${row['item']}`] : [],
        ),
      );
      const attacked = release.map(
        (items, at): Transaction => ({
          items: items.map((entry) => (typeof entry === 'string' ? entry : entry.filter((item) => !gone.has(`${at + 1} ${item}`)))),
        }),
      );
      const broken = (held: readonly Transaction[] | null): number =>
        constraints.filter((constraint) => isBroken(constraint, before, attacked, held)).length;
      const unique = (transactions: readonly Transaction[], held: readonly Transaction[] | null): number =>
        uniqueShare(transactions, claim.m, claim.k, held);
      const row = rowsOf(results, 'attacks').find((each) => each['attack'] === attack);
      expect({ index, ...row }).toMatchObject({
        index,
        protections: constraints.length,
        protections_broken: broken(null),
        protections_truly_broken: broken(truth),
        protections_unheld: constraints.filter((constraint) => isBrokenOfNobody(constraint, before, attacked, truth)).length,
        uniqueness_before: unique(before, null),
        uniqueness_after: unique(attacked, null),
        uniqueness_true: unique(attacked, truth),
      });
      resolved += attacked.flatMap(({ items }) => items).filter((entry) => typeof entry !== 'string' && entry.length === 1).length;
      if (unique(attacked, null) > unique(before, null)) raised += 1;
    }
  }
  expect(resolved).toBeGreaterThan(100);
  expect(raised).toBeGreaterThan(5);
});
