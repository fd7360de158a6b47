import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { AUTO, kindOf } from '../../shared/app/audit/read/kind-of.ts';
import { type OpenedFile, openFile, readOpened, readOriginal, type TransactionStream } from '../../shared/app/read-release.ts';
import type { Warning } from '../../shared/core/format/warnings.ts';
import { parseBytes } from '../../shared/kinds/disassociated/read/read-disassociated.ts';
import { KINDS, type KindName } from '../../shared/kinds/registry.ts';
import type { Progress } from '../../shared/ports/progress.ts';
import { labelsOf } from '../audit/inputs.ts';
import { readHierarchy } from '../hierarchy-file.ts';
import { coverageOf } from './known-items.ts';
import { lookAtKind } from './look-at-kind.ts';
import { FileTally, type FirstRow, shortened } from './tally.ts';

/** What was understood of a file before anything is done with it. Texts are cut: it is made to be shown. */
export interface Look {
  readonly kind: KindName;
  readonly format: string;
  /** Figures in words, in the order in which they are to be read. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** Generalised items, the most frequent first. */
  readonly sets: readonly { readonly members: readonly string[]; readonly size: number; readonly times: number }[];
  readonly first: readonly FirstRow[];
  readonly warnings: readonly Warning[];
  /** What an audit makes of it, or what to think of first. */
  readonly remarks: readonly string[];
}

interface LookOptions {
  /** As who looks says it is; else by what the file says. */
  readonly kind?: string | undefined;
  readonly original?: string | undefined;
  readonly labels?: string | undefined;
  readonly hierarchy?: string | undefined;
  readonly encoding?: string | undefined;
  readonly progress: Progress;
}

const FORMAT_NAMES = {
  text: 'text, one transaction a line',
  jsonl: 'JSON Lines, one transaction a line',
  csv: 'a table',
  fimi: 'FIMI: numbers, one transaction a line',
  spmf: 'SPMF: numbers, one transaction a line',
} as const;

/** Reads the release, and what goes with it, from end to end, as an audit would; what is wrong is the same `BadInput`. */
export async function lookAt(release: string, options: LookOptions): Promise<Look> {
  const { hierarchy, encoding, progress } = options;
  const reading = { gunzip, tables: tableFiles, encoding };
  progress.step('read the release', null);
  const file = await openFile({ name: release, bytes: await fileBytes(release) }, reading);
  const other = await otherKind(file, options.kind ?? AUTO);
  if (other !== null) return lookAtKind(other.name, file, { why: other.why, original: options.original, reading, progress });
  const opened = readOpened(file, { ...reading, hierarchy: hierarchy === undefined ? undefined : await readHierarchy(hierarchy) });
  const beside = async (found: Look, known: Iterable<string>): Promise<Look> => {
    const items = new Set(known);
    const given = options.labels === undefined ? undefined : await labelsOf({ labels: options.labels, encoding });
    const coverage = await coverageOf(items, given);
    const labels = [...(given === undefined ? [] : [labelFact(given, items)]), ...coverage.facts];
    const remarks = [...found.remarks, ...coverage.remarks];
    if (options.original === undefined) return { ...found, remarks, facts: [...found.facts, ...labels] };
    progress.step('read the original', null);
    const original = await readOriginal({ name: options.original, bytes: await fileBytes(options.original) }, reading);
    const tally = await tallied(original, progress);
    const of = tally
      .facts()
      .slice(0, 2)
      .map(({ label, value }) => ({ label: `${label}, original`, value }));
    return { ...found, remarks, facts: [...found.facts, ...labels, ...of], warnings: [...found.warnings, ...original.warnings()] };
  };
  if (opened.kind === 'clusters') return beside(...(await disassociated(release, opened.bytes)));
  const tally = await tallied(opened, progress);
  const found: Look = {
    kind: 'set-generalised',
    format: FORMAT_NAMES[opened.format],
    facts: tally.facts(),
    sets: tally.mostFrequentSets(),
    first: tally.first,
    warnings: opened.warnings(),
    remarks: remarksOn(opened, tally, options),
  };
  return beside(found, tally.items());
}

/** What says of itself, or of what is said, that it is of a kind without transactions. */
async function otherKind(file: OpenedFile, kind: string): Promise<{ readonly name: KindName; readonly why: string } | null> {
  // Refuses a kind that there is not, or that the file is none of, as an audit does.
  if (kind !== AUTO) await kindOf(KINDS, { kind }, file);
  for (const { name, tells, holds } of KINDS) {
    if (kind !== AUTO && name !== kind) continue;
    const { is, why } = tells(file, { kind });
    if (is === 'yes' && holds !== 'transactions' && holds !== 'clusters') return { name, why };
  }
  return null;
}

async function tallied({ transactions }: TransactionStream, progress: Progress): Promise<FileTally> {
  const tally = new FileTally();
  for await (const transaction of transactions) progress.advance(tally.add(transaction));
  return tally;
}

function remarksOn({ facts }: TransactionStream, tally: FileTally, { labels, original }: LookOptions): string[] {
  const remarks: string[] = [];
  if (tally.sets === 0)
    remarks.push(
      facts.marked
        ? 'No generalised item stands in it: nothing in it was hidden among others, so there is nothing to attack. Is this the original?'
        : 'This format cannot mark generalised items. An audit infers them: items that occur in exactly the same transactions are taken for one, unless the request names sets.',
    );
  if (facts.coded && labels === undefined)
    remarks.push('Its items are numbers, which no source of knowledge knows: give the labels that say what they mean.');
  if (!facts.ordered) remarks.push('Its order of items says nothing, so all items of a transaction are its context.');
  if (original === undefined)
    remarks.push('Without the original an audit says what an attacker would take out, not how often that is right.');
  return remarks;
}

function labelFact(labels: ReadonlyMap<string, string>, known: ReadonlySet<string>) {
  const used = [...known].filter((item) => labels.has(item)).length;
  return { label: 'Labels', value: `${labels.size}, for ${used} of ${known.size} items` };
}

async function disassociated(file: string, bytes: AsyncIterable<Uint8Array>): Promise<[Look, Iterable<string>]> {
  const { release, warnings } = await parseBytes(bytes, file);
  const { clusters, jointClusters } = release;
  const terms = new Set(clusters.flatMap(({ recordChunks, termChunk }) => [...recordChunks.flat(2), ...termChunk]));
  const people = clusters.reduce((total, { size }) => total + size, 0);
  const first = (clusters[0]?.recordChunks[0] ?? []).slice(0, 10).map(
    (record): FirstRow => ({
      line: null,
      entries: record.slice(0, 20).map((term) => [shortened(term)]),
      more: Math.max(0, record.length - 20),
    }),
  );
  const look: Look = {
    kind: 'disassociated',
    format: 'JSON, a disassociated release',
    facts: [
      { label: 'Transactions', value: String(people) },
      { label: 'Clusters', value: String(clusters.length) },
      { label: 'Joint clusters', value: String(jointClusters.length) },
      { label: 'Distinct terms', value: String(terms.size) },
    ],
    sets: [],
    first,
    warnings,
    remarks: ['The first rows are sub-records of the first cluster: which of them belong to one person is what the release hides.'],
  };
  return [look, terms];
}
