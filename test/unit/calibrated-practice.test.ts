import type { Transaction } from '../../shared/core/model/transaction.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { compared, tableEvidence } from '../../shared/kinds/set-generalised/core/calibrated/evidence.ts';
import { ExpectedContexts } from '../../shared/kinds/set-generalised/core/calibrated/expected-contexts.ts';
import {
  holdersOf,
  type IndexedRelease,
  indexRelease,
  surroundingsOf,
} from '../../shared/kinds/set-generalised/core/calibrated/indexed-release.ts';
import type { OutsideKnowledge } from '../../shared/kinds/set-generalised/core/calibrated/knowledge.ts';
import { ContextLikeness } from '../../shared/kinds/set-generalised/core/calibrated/likeness.ts';
import { practiceRelease } from '../../shared/kinds/set-generalised/core/calibrated/practice.ts';
import { Neighbourhood, WORLDS } from '../../shared/kinds/set-generalised/core/calibrated/worlds.ts';

/** 120 transactions of 12 items out of 500, with 12 generalised items of four. */
function release(): Transaction[] {
  const random = seeded('practice test');
  const entries = Array.from({ length: 120 }, () => {
    const items = new Set<string>();
    while (items.size < 12) items.add(`item ${random.below(500)}`);
    return [...items] as (string | string[])[];
  });
  for (let group = 0; group < 12; group += 1) {
    const members = [0, 1, 2, 3].map((member) => `secret ${group} ${member}`);
    for (let row = 0; row < 4; row += 1) entries[random.below(120)]?.push(members);
  }
  return entries.map((items) => ({ items: [...new Set(items)] }));
}

/** Made-up counts and vectors that follow from a term's name alone. */
function knowledgeOf(names: readonly string[]): OutsideKnowledge {
  const single = Float64Array.from(names, (name) => 20 + seeded('single', name).below(200));
  const values = Float32Array.from(names.flatMap((name) => [seeded('a', name).unit(), seeded('b', name).unit(), 1]));
  return {
    counts: [{ name: 'made', size: 5000, single }],
    vectors: [{ name: 'made', dimensions: 3, values, known: new Uint8Array(names.length).fill(1) }],
  };
}

/** Documents with each member and each context item, from their names alone. */
const bothOf = (names: readonly string[], members: Int32Array, items: Int32Array): Float64Array =>
  Float64Array.from([...members].flatMap((x) => [...items].map((y) => seeded('both', names[x], names[y]).below(20))));

const inputOf = (indexed: IndexedRelease, knowledge: OutsideKnowledge) => ({
  release: indexed,
  knowledge,
  likeness: new ContextLikeness(indexed, knowledge.vectors),
  maps: knowledge.vectors.map((each) => new ExpectedContexts(indexed, each, new ContextLikeness(indexed, [each]).rarity).of(indexed)),
  ordered: true,
});

const INDEX = { seed: 'one', ordered: true };
const real = indexRelease(release(), INDEX);
const options = {
  seed: 'one',
  targets: real.groups,
  holders: holdersOf(real),
  world: 'random' as const,
  neighbourhood: new Neighbourhood(real, knowledgeOf(real.terms).vectors),
  frequencyClass: new Int32Array(real.terms.length),
  fold: Uint8Array.from(real.terms, (_, at) => at % 2),
};

test.each(WORLDS)(
  'practice tables (%s) have the shape of real ones, a truth that the constraint allows, and items that serve once',
  (world) => {
    const taken = new Set<number>();
    const own = { ...options, world };
    const rounds = [practiceRelease(real, own, taken), practiceRelease(real, { ...own, seed: 'two' }, taken)];
    const shapes = new Set(real.groups.map(({ rows, members }) => `${rows.length} x ${members.length}`));
    const seen = new Set<number>();
    for (const round of rounds) {
      expect(round.tables.length).toBeGreaterThan(5);
      for (const { group, original } of round.tables) {
        const { rows, members } = round.release.groups[group];
        expect(shapes.has(`${rows.length} x ${members.length}`)).toBe(true);
        for (const row of rows.keys()) expect(original.slice(row * members.length, (row + 1) * members.length)).toContain(1);
        for (const column of members.keys()) expect(original.some((yes, cell) => yes === 1 && cell % members.length === column)).toBe(true);
        for (const member of members) {
          expect(seen.has(member)).toBe(false);
          seen.add(member);
          // Generalised first, in every transaction that holds it: no transaction still publishes it alone.
          expect(round.release.transactions.some(({ items }) => items.includes(member))).toBe(false);
        }
      }
    }
  },
);

test('the evidence of a practice table does not change when its items get fresh names', () => {
  const { release: practised, tables } = practiceRelease(real, options, new Set());
  const fresh = new Map<number, string>();
  for (const { group } of tables) for (const member of practised.groups[group].members) fresh.set(member, `fresh ${member}`);
  const before = practised.terms.map((term) => term);
  const published = (rename: boolean): Transaction[] =>
    practised.transactions.map(({ entries }) => ({
      items: Array.from(entries, (entry) => {
        const name = (term: number): string => (rename ? (fresh.get(term) ?? before[term]) : before[term]);
        return entry >= 0 ? name(entry) : Array.from(practised.groups[~entry].members, name);
      }),
    }));
  const old = new Map([...fresh].map(([term, name]) => [name, before[term]]));
  const evidence = (rename: boolean) => {
    const indexed = indexRelease(published(rename), INDEX);
    // A new name inherits the old one's values.
    const names = indexed.terms.map((term) => old.get(term) ?? term);
    const input = inputOf(indexed, knowledgeOf(names));
    const tables = indexed.groups.map((group) => {
      const around = surroundingsOf(indexed, group);
      const counted = { ...around, both: [bothOf(names, group.members, around.items)] };
      const evidence = tableEvidence(input, group, compared(input, group, counted));
      // The canonical order of rows and columns follows the names: what each member has in each row is compared.
      const cells = Array.from({ length: evidence.rows * evidence.columns }, (_, cell) =>
        [
          names[group.members[cell % evidence.columns]],
          ...Array.from(
            evidence.values.filter((_value, at) => at % (evidence.rows * evidence.columns) === cell),
            (value) => value.toFixed(9),
          ),
        ].join(' '),
      );
      return cells.toSorted().join('\n');
    });
    return tables.toSorted();
  };
  expect(evidence(true)).toEqual(evidence(false));
});
