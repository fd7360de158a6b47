import { type Betrayal, betrayalOf, toldOf } from '../../../../core/attack/calibrated/betrayal.ts';
import { centredVectors } from '../../../../core/attack/calibrated/centred-vectors.ts';
import { sampleOf } from '../../../../core/attack/calibrated/cut-rows.ts';
import {
  type CountedTable,
  compared,
  type EvidenceInput,
  type TableEvidence,
  tableEvidence,
} from '../../../../core/attack/calibrated/evidence.ts';
import { ExpectedContexts } from '../../../../core/attack/calibrated/expected-contexts.ts';
import {
  type IndexedGroup,
  type IndexedRelease,
  indexRelease,
  isMuchGeneralised,
} from '../../../../core/attack/calibrated/indexed-release.ts';
import type { SourceCounts, TermVectors } from '../../../../core/attack/calibrated/knowledge.ts';
import { ContextLikeness } from '../../../../core/attack/calibrated/likeness.ts';
import { chooseAnchors } from '../../../../core/attack/calibrated/profiles.ts';
import { type AskedSource, askSingles, countTables, embedTerms, profileTerms } from './gather.ts';
import type { CalibratedInput, Knowing } from './learn.ts';

/** A table of the release: its evidence, and what gives it away once a model has scored it. */
export interface RealTable {
  readonly evidence: TableEvidence;
  betrayedBy(s: Float64Array): Betrayal | null;
}

/** The tables of groups of a release, by what sources say of them. */
export async function realTables(
  input: EvidenceInput,
  groups: readonly IndexedGroup[],
  asked: readonly AskedSource[],
  texts: readonly string[],
): Promise<RealTable[]> {
  const counted = await countTables(asked, texts, input.release, groups);
  return groups.map((group, at): RealTable => {
    const own = compared(input, group, counted[at] as CountedTable);
    // All measures of a table are let go, but the one that is told.
    const told = toldOf(input, own);
    return {
      evidence: tableEvidence(input, group, own),
      betrayedBy: (s) => (told === null ? null : betrayalOf(input.release, group, told, s)),
    };
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
  const studied = input.study !== undefined;
  const indexed = indexRelease(input.release, { ...input, neighbours: !studied && isMuchGeneralised(input.release) });
  const release = studied ? sampleOf(indexed).sample : indexed;
  const texts = release.terms.map((term) => input.labels?.get(term) ?? term);
  const asked = await askSingles(input.sources, texts);
  const vectors: TermVectors[] = [];
  const anchors = input.embeddings !== null ? [] : asked.map(({ size, single }) => chooseAnchors(release, size, single));
  if (input.embeddings !== null) vectors.push(await embedTerms(input.embeddings, texts));
  for (const [at, own] of anchors.entries()) vectors.push(await profileTerms(asked[at] as AskedSource, texts, own));
  return { release, texts, asked, vectors, anchors };
}

/** What evidence of the release, and of those made from it for practice, is made from. */
export function evidenceInput(
  { release, asked, vectors: raw, anchors }: Pick<OpenRelease, 'release' | 'asked' | 'vectors' | 'anchors'>,
  ordered: boolean,
): (practice: IndexedRelease) => EvidenceInput {
  const vectors = raw.map((each) => centredVectors(each));
  const counts = countsOf(asked);
  const { rarity } = new ContextLikeness(release, vectors);
  const expected = anchors.length > 0 ? [] : vectors.map((each) => new ExpectedContexts(release, each, rarity));
  return (practice) => ({
    release: practice,
    knowledge: { counts, vectors },
    likeness: new ContextLikeness(practice, vectors),
    maps: expected.map((each) => each.of(practice)),
    ordered,
  });
}

export const countsOf = (asked: readonly AskedSource[]): SourceCounts[] =>
  asked.map(({ counter, size, single }) => ({ name: counter.source.id, size, single }));
