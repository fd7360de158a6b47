import type { GroupRecord } from '../../../../contracts/work.ts';
import { type Betrayal, betrayalOf } from '../../../../core/attack/calibrated/betrayal.ts';
import { centredVectors } from '../../../../core/attack/calibrated/centred-vectors.ts';
import { type Evidence, type EvidenceInput, evidenceOf } from '../../../../core/attack/calibrated/evidence.ts';
import {
  ELSEWHERE,
  type IndexedGroup,
  type IndexedRelease,
  type IndexedTransaction,
  indexEntries,
  indexRelease,
  isMuchGeneralised,
} from '../../../../core/attack/calibrated/indexed-release.ts';
import type { TermVectors } from '../../../../core/attack/calibrated/knowledge.ts';
import { ContextLikeness } from '../../../../core/attack/calibrated/likeness.ts';
import { chooseAnchors } from '../../../../core/attack/calibrated/profiles.ts';
import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { groupKey } from '../../../../core/model/group.ts';
import { type AskedSource, askSingles, countTables, embedTerms, profileTerms } from './gather.ts';
import type { CalibratedInput, Knowing } from './learn.ts';

/** A table of the release: its evidence, and what gives it away once a model has scored it. */
export interface RealTable {
  readonly evidence: Evidence;
  betrayedBy(s: Float64Array): Betrayal | null;
}

/** The tables of groups of a release, by what sources say of them. */
export async function realTables(
  input: EvidenceInput,
  groups: readonly IndexedGroup[],
  asked: readonly AskedSource[],
  texts: readonly string[],
): Promise<RealTable[]> {
  const both = await countTables(
    asked,
    texts,
    groups.map((group) => ({ release: input.release, group })),
  );
  return groups.map((group, at): RealTable => {
    const counts = both[at] as Float64Array[];
    return { evidence: evidenceOf(input, group, counts), betrayedBy: (s) => betrayalOf(input, group, counts, s) };
  });
}

/** A release, or the studied part of one, with what the sources say of its terms. */
export interface OpenRelease {
  readonly release: IndexedRelease;
  readonly texts: readonly string[];
  readonly asked: readonly AskedSource[];
  /** Word vectors, or where there are none profiles, which say in the words of a source what vectors say better; not centred. */
  readonly vectors: readonly TermVectors[];
  /** Of each source, where its profiles stand in for vectors. */
  readonly anchors: readonly (readonly number[])[];
}

export const openRelease = (input: CalibratedInput): Promise<OpenRelease> =>
  input.study === undefined ? opened(input) : openStudy(input.study, input, async () => input.release);

/** The study that was opened last: all batches of an audit are decided by one. */
let last: { readonly name: string; readonly study: Promise<OpenRelease> } | null = null;

/** A study by its name; `load` reads it where it is not open yet. */
export function openStudy(study: string, knowing: Knowing, load: () => Promise<CalibratedInput['release']>): Promise<OpenRelease> {
  const { seed, ordered, sources, embeddings } = knowing;
  const name = JSON.stringify([study, seed, ordered, sources.map(({ source }) => source), embeddings?.source ?? null]);
  if (last?.name === name) return last.study;
  const made = load().then((release) => opened({ ...knowing, release }));
  last = { name, study: made };
  // What failed is opened anew by the next one that asks.
  made.catch(() => {
    last = null;
  });
  return made;
}

async function opened(input: CalibratedInput): Promise<OpenRelease> {
  const release = indexRelease(input.release, { ...input, neighbours: input.study === undefined && isMuchGeneralised(input.release) });
  const texts = release.terms.map((term) => input.labels?.get(term) ?? term);
  const asked = await askSingles(input.sources, texts);
  const vectors: TermVectors[] = [];
  const anchors = input.embeddings !== null ? [] : asked.map(({ size, single }) => chooseAnchors(release, size, single));
  if (input.embeddings !== null) vectors.push(await embedTerms(input.embeddings, texts));
  for (const [at, own] of anchors.entries()) vectors.push(await profileTerms(asked[at] as AskedSource, texts, own));
  return { release, texts, asked, vectors, anchors };
}

/** What evidence of any release over these terms is made from; of the transactions the first `studied` show where items stand. */
export function evidenceInput(
  { asked, vectors: raw }: Pick<OpenRelease, 'asked' | 'vectors'>,
  ordered: boolean,
  { terms, studied }: { readonly terms?: number; readonly studied?: number } = {},
): (release: IndexedRelease) => EvidenceInput {
  const vectors = raw.map((each) => centredVectors(each, terms));
  const counts = asked.map(({ counter, size, single }) => ({ name: counter.source.id, size, single }));
  return (release) => ({ release, knowledge: { counts, vectors }, likeness: new ContextLikeness(release, vectors, studied), ordered });
}

/**
 * The tables of any groups of a large release, by what was learned from its study: where like items stand, how common items are, what their
 * vectors have in common. Depends on study and group alone, not on the batch: terms that the study does not have stand behind its own.
 */
export async function tablesBeyond(study: OpenRelease, groups: readonly GroupRecord[], input: Knowing): Promise<RealTable[]> {
  const numberOf = new Map(study.release.terms.map((term, at) => [term, at]));
  const others = new Set<string>();
  for (const { members, around = [] } of groups) for (const item of [...members, ...around]) if (!numberOf.has(item)) others.add(item);
  for (const item of [...others].sort(compareCodePoints)) numberOf.set(item, numberOf.size);
  const from = study.release.terms.length;
  const terms = [...numberOf.keys()];
  const texts = terms.map((term) => input.labels?.get(term) ?? term);
  const singles = await askSingles(input.sources, texts.slice(from));
  const asked = study.asked.map((source, at) => ({ ...source, single: joined(source.single, (singles[at] as AskedSource).single) }));
  const own =
    input.embeddings !== null
      ? [await embedTerms(input.embeddings, texts, from)]
      : await Promise.all(asked.map((source, at) => profileTerms(source, texts, study.anchors[at] ?? [], from)));
  for (const [at, { values, known }] of own.entries()) {
    const before = study.vectors[at] as TermVectors;
    values.set(before.values);
    known.set(before.known);
  }
  const { release, indexed } = placed(study.release, terms, numberOf, groups);
  const evidence = evidenceInput({ asked, vectors: own }, input.ordered, { terms: from, studied: study.release.transactions.length });
  return realTables(evidence(release), indexed, asked, texts);
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** The study with the groups' own transactions behind it, each once; one that the study has stays where it is. */
function placed(
  study: IndexedRelease,
  terms: readonly string[],
  numberOf: ReadonlyMap<string, number>,
  groups: readonly GroupRecord[],
): { readonly release: IndexedRelease; readonly indexed: readonly IndexedGroup[] } {
  const content = ({ items, places }: Pick<IndexedTransaction, 'items' | 'places'>): string => `${items.join()};${places.join()}`;
  const known = new Map(study.transactions.map((transaction, at) => [content(transaction), at]));
  const entries: number[][] = [];
  const rowsOf = groups.map(({ around = [], rows }) =>
    rows.map(({ p = 0, a = [], q = [] }) => {
      const all: number[] = [];
      for (const [at, item] of a.entries()) all[q[at] as number] = numberOf.get(around[item] as string) as number;
      for (let place = 0; place < all.length; place += 1) all[place] ??= ELSEWHERE;
      const [alone] = indexEntries(terms, [], [all]).transactions as [IndexedTransaction];
      const text = content(alone);
      const at = known.get(text) ?? study.transactions.length + entries.length;
      if (!known.has(text)) {
        known.set(text, at);
        entries.push(all);
      }
      return { at, place: p };
    }),
  );
  const added = indexEntries(terms, [], entries).transactions;
  const indexed = groups.map(({ members }, at): IndexedGroup => {
    const rows = rowsOf[at] ?? [];
    return {
      key: groupKey(members),
      members: Int32Array.from(members, (member) => numberOf.get(member) as number),
      rows: Int32Array.from(rows, (row) => row.at),
      places: Int32Array.from(rows, (row) => row.place),
    };
  });
  return { release: { terms, transactions: [...study.transactions, ...added], groups: indexed, neighbours: false }, indexed };
}
