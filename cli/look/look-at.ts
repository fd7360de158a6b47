import { corpusNames } from '../../shared/adapters/local/corpus-store.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import type { Warning } from '../../shared/core/format/warnings.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { grouped, percent } from '../../shared/core/verdict/figure-text.ts';
import { KIND_OF, KINDS, type KindName } from '../../shared/kinds/registry.ts';
import type { Kind } from '../../shared/kit/kind.ts';
import type { GivenOptions, LookedAt } from '../../shared/kit/offers.ts';
import { shortened } from '../../shared/kit/publish/text.ts';
import {
  type OpenedFile,
  openFile,
  type ReleaseReadOptions,
  readOpened,
  readOriginal,
  type TransactionStream,
} from '../../shared/kit/read/read-release.ts';
import { inSimplerForms } from '../../shared/kit/score/count-in-simpler-forms.ts';
import { AUTO, kindOf } from '../../shared/pipeline/audit/kind-of.ts';
import type { Progress } from '../../shared/ports/progress.ts';
import { labelsOf } from '../audit/inputs.ts';
import { recognisedCodes } from '../codes/codes-here.ts';
import { OFFERS, offersOf } from '../offers.ts';
import { readHierarchy } from '../read-files.ts';
import { readersHere } from '../readers.ts';
import { ENTRIES, FileTally, type FirstRow, ROWS } from './tally.ts';

/** A file as it was understood, before anything is done with it. Texts are shortened for display. */
export interface Look {
  readonly kind: KindName;
  readonly format: string;
  /** Figures with labels, in the order of display. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** Generalised items, the most frequent first. */
  readonly sets: readonly { readonly members: readonly string[]; readonly size: number; readonly times: number }[];
  readonly first: readonly FirstRow[];
  readonly warnings: readonly Warning[];
  /** Remarks on auditing it, and things to consider first. */
  readonly remarks: readonly string[];
}

interface LookOptions {
  /** The kind that the user names; else it is recognised by the content. */
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

/** Reads the release and its other files completely, as an audit would, with the same `BadInput` for the same fault. */
export async function lookAt(release: string, options: LookOptions): Promise<Look> {
  const { hierarchy, encoding, progress } = options;
  const reading = { gunzip, tables: tableFiles, encoding };
  progress.step('read the release', null);
  const file = await openFile({ name: release, bytes: await fileBytes(release) }, reading);
  const other = await otherKind(file, options.kind ?? AUTO);
  if (other !== null && hierarchy !== undefined)
    throw new BadInput('this holds no transactions whose labels could stand for others; leave the hierarchy out', { file: release });
  const look = other === null ? undefined : OFFERS.find(({ kind }) => kind === other.name)?.look;
  if (other !== null && look === undefined)
    return lookAtKind(other.name, file, { why: other.why, original: options.original, reading, progress });
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
  if (other !== null && look !== undefined) {
    const { items = [], ...found } = await look(file, { values: {} }, readersHere(encoding));
    return beside(shownLook(other.name, found), items);
  }
  const opened = readOpened(file, { ...reading, hierarchy: hierarchy === undefined ? undefined : await readHierarchy(hierarchy) });
  if (opened.kind === 'clusters') throw new BadInput('this holds no transactions', { file: release });
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

/** The file's kind if it holds no transactions, otherwise null. */
async function otherKind(file: OpenedFile, kind: string): Promise<{ readonly name: KindName; readonly why: string } | null> {
  // Rejects an unknown kind, or one that the file is not, as an audit does.
  if (kind !== AUTO) await kindOf(KINDS, { kind }, file);
  for (const { name, tells, holds } of KINDS) {
    if (kind !== AUTO && name !== kind) continue;
    const { is, why } = tells(file, { kind });
    if (is === 'yes' && holds !== 'transactions') return { name, why };
  }
  return null;
}

/** A table of people, whose roles options name. */
export async function lookAtTable(path: string, values: GivenOptions, encoding: string | undefined, progress: Progress): Promise<Look> {
  progress.step('read the table', null);
  const readers = readersHere(encoding);
  const [table] = KINDS.filter(({ holds }) => holds === 'columns');
  const found = await offersOf(table.name)?.look?.(await openFile(await readers.file(path), readers.reading), { values }, readers);
  if (found === undefined) throw new Error(`${table.name} offers no look`);
  return shownLook(table.name, found);
}

const shownLook = (kind: KindName, { first, ...found }: Omit<LookedAt, 'items'>): Look => ({
  kind,
  ...found,
  sets: [],
  first: first.slice(0, ROWS).map(({ line, cells }) => ({
    line,
    entries: cells.slice(0, ENTRIES).map((cell) => [shortened(cell)]),
    more: Math.max(0, cells.length - ENTRIES),
  })),
});

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

/** A release without transactions is read as an audit reads it. All kinds share two facts: what it is, and how many records it has. */
async function lookAtKind(
  name: KindName,
  file: OpenedFile,
  {
    why,
    original,
    reading,
    progress,
  }: {
    /** How the kind was recognised. */
    readonly why: string;
    readonly original: string | undefined;
    readonly reading: ReleaseReadOptions;
    readonly progress: Progress;
  },
): Promise<Look> {
  const kind: Kind = await KIND_OF[name].load();
  const request = auditRequest.parse({ release: file.name, kind: name, original });
  const beside = async (path: string) => ({ name: path, bytes: await fileBytes(path) });
  const given = await kind.open(
    { release: file, original: original === undefined ? null : await beside(original), reading, beside },
    request,
  );
  const audit = { work: memoryBlobStore(), request, labels: undefined, progress: { ...progress, end: () => {} } };
  const { transactions } = await kind.read(given, audit);
  return {
    kind: name,
    format: why,
    facts: [{ label: 'People', value: grouped(transactions) }],
    sets: [],
    first: [],
    warnings: [],
    remarks: [
      'It holds no transactions whose items could be shown here: unveil check says what it claims, unveil audit what it gives away.',
    ],
  };
}

/** Maximum number of items that are looked up, evenly spaced. */
const ASKED = 2_000;
/** A source that knows a smaller share says little about a release. */
const LITTLE = 1 / 3;

interface Coverage {
  readonly facts: Look['facts'];
  readonly remarks: readonly string[];
}

/** Share of the items that each source on this machine knows, by label where items are codes. Shown before an audit. */
async function coverageOf(items: ReadonlySet<string>, given: ReadonlyMap<string, string> | undefined): Promise<Coverage> {
  const codes = given === undefined ? recognisedCodes(items) : null;
  const labels = given ?? codes?.labels;
  const all = [...items].toSorted();
  const step = Math.max(1, all.length / ASKED);
  const asked = Array.from({ length: Math.min(all.length, ASKED) }, (_, at) => all[Math.floor(at * step)]);
  const terms = [...new Set(asked.map((item) => labels?.get(item) ?? item))];
  const found: { readonly name: string; readonly share: number }[] = [];
  for (const name of ['wordnet', ...corpusNames().map((corpus) => `corpus:${corpus}`)])
    found.push({ name, share: await shareOf(name, terms) });
  const best = Math.max(...found.map(({ share }) => share));
  return {
    facts: [
      ...(codes === null
        ? []
        : [{ label: 'Codes', value: `of ${codes.name}: ${grouped(codes.labels.size)} of ${grouped(items.size)} items` }]),
      ...found.map(({ name, share }) => ({ label: `Known to ${name}`, value: `${percent(share)} of the items` })),
    ],
    remarks: best >= LITTLE || terms.length === 0 ? [] : [adviceOn(asked, labels, best)],
  };
}

async function shareOf(name: string, terms: readonly string[]): Promise<number> {
  const source = await openSource(name);
  try {
    const counter = inSimplerForms(source.backedOff ?? source);
    const { terms: counts } = await counter.countAll({ terms, pairs: new Uint32Array() });
    return terms.length === 0 ? 0 : counts.filter((count) => count > 0).length / terms.length;
  } finally {
    await source.close();
  }
}

const CODE = /^[A-Z]?\d[\w.:-]*$/i;

function adviceOn(items: readonly string[], labels: ReadonlyMap<string, string> | undefined, best: number): string {
  const known = `The best source knows ${percent(best)} of the items.`;
  if (labels === undefined && items.filter((item) => CODE.test(item)).length * 2 > items.length)
    return `${known} They look like codes: "unveil codes add FILE" or --labels gives them their meaning.`;
  return `${known} Text of the field and in the language of the items helps: "unveil corpus build --from DUMP --name NAME" makes a source of a Wikipedia dump, or of documents of yours.`;
}
