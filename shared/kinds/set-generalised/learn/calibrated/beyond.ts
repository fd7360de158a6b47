import { joined } from '../../../../core/format/columns.ts';
import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { groupKey } from '../../../../core/model/transaction.ts';
import type { GroupRecord } from '../../../../kit/score/group-record.ts';
import { rowParts } from '../../core/calibrated/cut-rows.ts';
import type { ContextMap } from '../../core/calibrated/expected-contexts.ts';
import {
  ELSEWHERE,
  type IndexedGroup,
  type IndexedRelease,
  type IndexedTransaction,
  indexTransaction,
} from '../../core/calibrated/indexed-release.ts';
import { centredVectors, joinedVectors, meanOf, type TermVectors } from '../../core/calibrated/knowledge.ts';
import type { ContextLikeness } from '../../core/calibrated/likeness.ts';
import { askSingles, countProfiles, directly, embedTerms, profilesBy } from './gather.ts';
import type { Knowing } from './learn.ts';
import { countsOf, evidenceInput, judgingOf, type OpenRelease, type RealTable, useTables } from './open-release.ts';

/** Made once for a study, since it costs as much as a batch of groups. */
interface Base {
  readonly numberOf: ReadonlyMap<string, number>;
  /** Where the study has a transaction, by its content. */
  readonly known: ReadonlyMap<string, number>;
  readonly means: readonly Float64Array[];
  readonly centred: readonly TermVectors[];
  readonly likeness: ContextLikeness;
  readonly maps: readonly ContextMap[];
}

const BASES = new WeakMap<OpenRelease, Base>();

function baseOf(study: OpenRelease): Base {
  const made = BASES.get(study) ?? makeBase(study);
  BASES.set(study, made);
  return made;
}

function makeBase(study: OpenRelease): Base {
  const { release, vectors } = study;
  const means = vectors.map(meanOf);
  const {
    knowledge: { vectors: centred },
    likeness,
    maps,
  } = evidenceInput(study, true)(release);
  return {
    numberOf: new Map(release.terms.map((term, at) => [term, at])),
    known: new Map(release.transactions.map((transaction, at) => [contentOf(transaction), at])),
    means,
    centred,
    likeness,
    maps,
  };
}

/**
 * The tables of any groups of a large release, part after part where a group has many rows, by what was learned from its study: where like items
 * stand, how common items are, what their
 * vectors have in common. Depends on study and group alone, not on the batch: terms that the study does not have stand behind its own.
 */
export async function useTablesBeyond(
  study: OpenRelease,
  groups: readonly GroupRecord[],
  input: Knowing,
  use: (table: RealTable) => void,
): Promise<void> {
  const base = baseOf(study);
  const others = new Set<string>();
  for (const { members, around = [] } of groups) {
    for (const item of members) if (!base.numberOf.has(item)) others.add(item);
    for (const item of around) if (!base.numberOf.has(item)) others.add(item);
  }
  const added = [...others].sort(compareCodePoints);
  const from = study.release.terms.length;
  const own = new Map(added.map((item, at) => [item, from + at]));
  const numberOf = (item: string): number => (base.numberOf.get(item) ?? own.get(item)) as number;
  const texts = [...study.texts, ...added.map((term) => input.labels?.get(term) ?? term)];
  const singles = await askSingles(input.sources, texts.slice(from));
  const asked = study.asked.map((source, at) => ({
    ...source,
    counter: input.sources[at],
    single: joined(Float64Array, [source.single, singles[at].single]),
  }));
  const raw =
    input.embeddings !== null
      ? [await embedTerms(input.embeddings, texts.slice(from))]
      : await Promise.all(
          asked.map(async (source, at) => {
            const anchors = study.anchors[at] ?? [];
            return profilesBy(source, anchors, await countProfiles(directly(source, input, at), texts, anchors, from), from);
          }),
        );
  const vectors = raw.map((each, at) => joinedVectors(base.centred[at], centredVectors(each, base.means[at])));
  const { release, indexed } = placed(study.release, base, [...study.release.terms, ...added], numberOf, groups);
  const knowledge = { counts: countsOf(asked), vectors, judge: input.judge?.name };
  const evidence = { release, knowledge, likeness: base.likeness.beyond(release, vectors), maps: base.maps, ordered: input.ordered };
  const comparing = { input: evidence, asked, texts, judging: judgingOf(input) };
  await useTables(comparing, indexed.flatMap(rowParts), false, use);
}

const contentOf = ({ items, places }: Pick<IndexedTransaction, 'items' | 'places'>): string => `${items.join()};${places.join()}`;

/** The study with the groups' own transactions behind it, each once; one that the study has stays where it is. */
function placed(
  study: IndexedRelease,
  base: Base,
  terms: readonly string[],
  numberOf: (item: string) => number,
  groups: readonly GroupRecord[],
): { readonly release: IndexedRelease; readonly indexed: readonly IndexedGroup[] } {
  const known = new Map<string, number>();
  const added: IndexedTransaction[] = [];
  const rowsOf = groups.map(({ around = [], rows }) => {
    const numbers = around.map(numberOf);
    return rows.map(({ p = 0, a = [], q = [] }) => {
      const all: number[] = [];
      for (const [at, item] of a.entries()) all[q[at]] = numbers[item];
      for (let place = 0; place < all.length; place += 1) all[place] ??= ELSEWHERE;
      const alone = indexTransaction(all);
      const text = contentOf(alone);
      let at = base.known.get(text) ?? known.get(text);
      if (at === undefined) {
        at = study.transactions.length + added.length;
        known.set(text, at);
        added.push(alone);
      }
      return { at, place: p };
    });
  });
  const indexed = groups.map(({ members }, at): IndexedGroup => {
    const rows = rowsOf[at] ?? [];
    return {
      key: groupKey(members),
      members: Int32Array.from(members, numberOf),
      rows: Int32Array.from(rows, (row) => row.at),
      places: Int32Array.from(rows, (row) => row.place),
    };
  });
  return { release: { terms, transactions: [...study.transactions, ...added], groups: indexed, neighbours: false }, indexed };
}
