import { type Betrayal, betrayalOf, toldOf } from '../../core/calibrated/betrayal.ts';
import { sampleOf } from '../../core/calibrated/cut-rows.ts';
import { compared, type EvidenceInput, type TableEvidence, tableEvidence } from '../../core/calibrated/evidence.ts';
import { ExpectedContexts } from '../../core/calibrated/expected-contexts.ts';
import { type IndexedGroup, type IndexedRelease, indexRelease, isMuchGeneralised } from '../../core/calibrated/indexed-release.ts';
import { centredVectors, chooseAnchors, type SourceCounts, type TermVectors } from '../../core/calibrated/knowledge.ts';
import { ContextLikeness } from '../../core/calibrated/likeness.ts';
import { type AskedSource, askSingles, countProfiles, countTables, directly, embedTerms, type Judging, profilesBy } from './gather.ts';
import type { CalibratedInput, Knowing } from './learn.ts';

/** A table of the release: its evidence, and what gives it away once a model has scored it. */
export interface RealTable {
  readonly evidence: TableEvidence;
  betrayedBy(s: Float64Array): Betrayal | null;
}

/** What the tables of groups are compared with. */
export interface Comparing {
  readonly input: EvidenceInput;
  readonly asked: readonly AskedSource[];
  readonly texts: readonly string[];
  readonly judging: Judging | null;
}

/** Uses the tables of groups one after the other. Where they are not kept, the evidence of each is gone with the next: it is made without memory of its own. */
export async function useTables(
  { input, asked, texts, judging }: Comparing,
  groups: readonly IndexedGroup[],
  isKept: boolean,
  use: (table: RealTable) => void,
): Promise<void> {
  const counted = await countTables(asked, texts, input.release, groups, judging);
  for (const [at, group] of groups.entries()) {
    const own = compared(input, group, counted[at]);
    // All measures of a table are let go, but the one that is told.
    const told = toldOf(input, own);
    use({
      evidence: tableEvidence(input, group, own, isKept),
      betrayedBy: (s) => (told === null ? null : betrayalOf(input.release, group, told, s)),
    });
  }
}

/** A release, or the studied part of one, with what the sources say of its terms. */
export interface OpenRelease {
  readonly release: IndexedRelease;
  readonly texts: readonly string[];
  readonly asked: readonly AskedSource[];
  /** Word vectors, or where there are none profiles, which say in the words of a source what vectors say better; not centred. */
  readonly vectors: readonly TermVectors[];
  /** By source, if its profiles replace vectors. */
  readonly anchors: readonly (readonly number[])[];
  readonly judging: Judging | null;
  /** What the sources counted for all this. */
  readonly counts: StudyCounts;
}

/** Of each source: documents with each term, and with each term that it holds and each of its anchors. */
export type StudyCounts = readonly { readonly single: Float64Array; readonly profiles: Float64Array }[];

/** What learning left of the study. */
export interface LeftStudy {
  readonly release: CalibratedInput['release'];
  readonly counts: StudyCounts | null;
}

export const openRelease = (input: CalibratedInput): Promise<OpenRelease> =>
  input.study === undefined ? opened(input, null) : openStudy(input.study, input, async () => ({ release: input.release, counts: null }));

/** The study that was opened last: all batches of an audit are decided by one. */
let last: { readonly name: string; readonly study: Promise<OpenRelease> } | null = null;

/** A study by its name; `load` reads it where it is not open yet. */
export function openStudy(study: string, knowing: Knowing, load: () => Promise<LeftStudy>): Promise<OpenRelease> {
  const { seed, ordered, sources, embeddings, judge } = knowing;
  const name = JSON.stringify([study, seed, ordered, sources.map(({ source }) => source), embeddings?.source ?? null, judge?.name ?? null]);
  if (last?.name === name) return last.study;
  const made = load().then(({ release, counts }) => opened({ ...knowing, release, study }, counts));
  last = { name, study: made };
  // After a failure the next caller opens the study again.
  made.catch(() => {
    last = null;
  });
  return made;
}

async function opened(input: CalibratedInput, left: StudyCounts | null): Promise<OpenRelease> {
  const studied = input.study !== undefined;
  const indexed = indexRelease(input.release, { ...input, neighbours: !studied && isMuchGeneralised(input.release) });
  const release = studied ? sampleOf(indexed).sample : indexed;
  const texts = release.terms.map((term) => input.labels?.get(term) ?? term);
  const asked = await askSingles(input.sources, texts, left);
  const vectors: TermVectors[] = [];
  const anchors = input.embeddings !== null ? [] : asked.map(({ size, single }) => chooseAnchors(release, size, single));
  if (input.embeddings !== null) vectors.push(await embedTerms(input.embeddings, texts));
  const profiles: Float64Array[] = [];
  for (const [at, own] of anchors.entries()) {
    const source = studied ? directly(asked[at], input, at) : asked[at];
    profiles[at] = left?.[at]?.profiles ?? (await countProfiles(source, texts, own));
    vectors.push(profilesBy(asked[at], own, profiles[at]));
  }
  const counts = asked.map(({ single }, at) => ({ single, profiles: profiles[at] ?? new Float64Array(0) }));
  return { release, texts, asked, vectors, anchors, judging: judgingOf(input), counts };
}

/** The evidence input of the release, and of practice releases made from it. */
export function evidenceInput(
  { release, asked, vectors: raw, anchors, judging }: Pick<OpenRelease, 'release' | 'asked' | 'vectors' | 'anchors' | 'judging'>,
  ordered: boolean,
): (practice: IndexedRelease) => EvidenceInput {
  const vectors = raw.map((each) => centredVectors(each));
  const counts = countsOf(asked);
  const { rarity } = new ContextLikeness(release, vectors);
  const expected = anchors.length > 0 ? [] : vectors.map((each) => new ExpectedContexts(release, each, rarity));
  return (practice) => ({
    release: practice,
    knowledge: { counts, vectors, judge: judging?.judge.name },
    likeness: new ContextLikeness(practice, vectors),
    maps: expected.map((each) => each.of(practice)),
    ordered,
  });
}

export const judgingOf = ({ judge, ordered }: Knowing): Judging | null => (judge ? { judge, ordered } : null);

export const countsOf = (asked: readonly AskedSource[]): SourceCounts[] =>
  asked.map(({ counter, size, single }) => ({ name: counter.source.id, size, single }));
