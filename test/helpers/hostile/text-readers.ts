import fc from 'fast-check';
import { GloveTextReader } from '../../../shared/adapters/local/embeddings/glove-text.ts';
import { gunzip } from '../../../shared/adapters/node/gunzip.ts';
import { encoderOf } from '../../../shared/core/format/encoder.ts';
import { hierarchyFromText, writeHierarchy } from '../../../shared/core/format/hierarchy-formats.ts';
import type { TableChoice } from '../../../shared/core/format/table/choice.ts';
import type { Transaction } from '../../../shared/core/model/transaction.ts';
import { parseJudgedPairs } from '../../../shared/core/relatedness/judged-pairs.ts';
import { mediawikiArticles } from '../../../shared/corpus/readers/mediawiki.ts';
import { pubmedCitations } from '../../../shared/corpus/readers/pubmed.ts';
import { parseDisassociated, writeDisassociated } from '../../../shared/kinds/disassociated/core/format/clusters-json.ts';
import { valuesFromText } from '../../../shared/kinds/relational/core/model/hierarchy-sources.ts';
import type { Table } from '../../../shared/kinds/relational/core/model/table.ts';
import { writeTable } from '../../../shared/kinds/relational/core/read/write-table.ts';
import { openTable } from '../../../shared/kinds/relational/read/open.ts';
import { parseRoles } from '../../../shared/kinds/relational/read/roles.ts';
import { type KnownTopics, parseContexts, parseTopics, writeTopics } from '../../../shared/kinds/sanitised-text/core/known-file.ts';
import { readOriginalTexts, readSanitised, writeSanitised } from '../../../shared/kinds/sanitised-text/core/sanitised-file.ts';
import { readRelease } from '../../../shared/kit/read/read-release.ts';
import { readLabels } from '../../../shared/pipeline/read/read-labels.ts';
import { readTables } from '../../../shared/pipeline/read/read-tables.ts';
import { mutated, pieces, textOf } from './bytes.ts';
import * as grammar from './grammars.ts';
import { type FuzzReader, mustBeFinite, mustRoundTrip, readOrRefused } from './reader.ts';
import { roles } from './request-grammars.ts';

const FILE = 'input';

async function transactionsIn(name: string, bytes: AsyncIterable<Uint8Array>, table: TableChoice = {}): Promise<Transaction[] | null> {
  const opened = await readRelease({ name, bytes }, { gunzip, table });
  if (opened.kind === 'clusters') return null;
  const found: Transaction[] = [];
  for await (const { id, items } of opened.transactions) found.push(id === undefined ? { items } : { id, items });
  opened.warnings();
  return found;
}

/** The result is written as JSON Lines, which lose nothing, and read again. */
const transactions = (format: string, name: string, whole: fc.Arbitrary<string>, choices?: fc.Arbitrary<TableChoice>): FuzzReader => ({
  name: format,
  inputs: fc.tuple(mutated(whole), choices ?? fc.constant({})),
  run: (input) =>
    readOrRefused(async () => {
      const [bytes, table] = input as [Uint8Array, TableChoice];
      const read = await transactionsIn(name, pieces(bytes), table);
      if (read === null) return;
      const encoder = encoderOf('jsonl');
      const written = new TextEncoder().encode(read.map((each) => encoder.line(each)).join(''));
      await mustRoundTrip(read, () => transactionsIn('input.jsonl', pieces(written)));
    }),
});

/** A reader of bytes, and what holds of what it reads. */
const ofBytes = (name: string, whole: fc.Arbitrary<string>, read: (bytes: Uint8Array) => void | Promise<void>): FuzzReader => ({
  name,
  inputs: mutated(whole),
  run: (input) => readOrRefused(() => read(input as Uint8Array)),
});

const choices: fc.Arbitrary<TableChoice> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        id: fc.constantFrom('id', '#1', 'none', '#99', 'visit_id'),
        items: fc.array(fc.constantFrom('item', 'dx*', '#2', '*'), { minLength: 1, maxLength: 2 }),
        delimiter: fc.constantFrom(',', ';', '\t', '|'),
        header: fc.boolean(),
        list: fc.constantFrom(null, ';', ','),
        flags: fc.boolean(),
        skip: fc.nat(3),
      },
      { requiredKeys: [] },
    ),
  },
);

const rowsOf = ({ rows, columns }: Table): unknown => [
  rows,
  columns.map(({ name, values, codes }) => [name, Array.from(codes, (code) => values[code])]),
];

async function again(table: Table): Promise<void> {
  const written = new TextEncoder().encode([...writeTable(table)].join(''));
  await mustRoundTrip(rowsOf(table), async () => rowsOf(await openTable({ name: FILE, bytes: pieces(written) }, gunzip)));
}

const namesOf = ({ names, leaves }: { readonly names: readonly string[]; readonly leaves: number }): unknown => [
  names.slice(0, leaves).toSorted(),
  names.slice(leaves).toSorted(),
];

const entriesOf = ({ topics, sensitive }: KnownTopics): unknown => [
  [...topics].map(([name, { prior, terms }]) => [name, prior, [...terms]]),
  sensitive,
];

export const TEXT_READERS: readonly FuzzReader[] = [
  transactions('text', 'input.txt', grammar.text),
  transactions('JSON Lines', 'input.jsonl', grammar.jsonLines),
  transactions('CSV and its imports', 'input.csv', grammar.csv, choices),
  transactions('FIMI', 'input.fimi', grammar.fimi),
  transactions('SPMF', 'input.spmf', grammar.spmf),
  transactions(
    'format told by content',
    'input',
    fc.oneof(grammar.text, grammar.jsonLines, grammar.csv, grammar.fimi, grammar.spmf, grammar.disassociated),
  ),
  ofBytes('disassociated, both layouts', grammar.disassociated, async (bytes) => {
    // Inferred sizes are a property of the reading, not of the release.
    const { sizesInferred: _, ...release } = parseDisassociated(textOf(bytes), FILE).release;
    const written = [...writeDisassociated({ ...release, sizesInferred: false })].join('');
    await mustRoundTrip({ ...release, sizesInferred: false }, () => parseDisassociated(written, FILE).release);
  }),
  ofBytes('sanitised texts', grammar.sanitised, async (bytes) => {
    const read = await readSanitised(FILE, pieces(bytes));
    const written = new TextEncoder().encode([...writeSanitised(read)].join(''));
    await mustRoundTrip(read, () => readSanitised(FILE, pieces(written)));
  }),
  ofBytes('originals of sanitised texts', grammar.sanitisedOriginal, async (bytes) => {
    const read = await readOriginalTexts(FILE, pieces(bytes));
    const written = new TextEncoder().encode(read.map((each) => `${JSON.stringify(each)}\n`).join(''));
    await mustRoundTrip(read, () => readOriginalTexts(FILE, pieces(written)));
  }),
  ofBytes('contexts of entities', grammar.knownContexts, (bytes) => {
    parseContexts(textOf(bytes), FILE);
  }),
  ofBytes('topics', grammar.knownTopics, async (bytes) => {
    const read = parseTopics(textOf(bytes), FILE);
    const written = [...writeTopics(read)].join('');
    mustBeFinite(
      'a probability',
      [...read.topics.values()].flatMap(({ prior, terms }) => [prior, ...terms.values()]),
    );
    await mustRoundTrip(entriesOf(read), () => entriesOf(parseTopics(written, FILE)));
  }),
  ofBytes('tables of people', grammar.people, async (bytes) => again(await openTable({ name: FILE, bytes: pieces(bytes) }, gunzip))),
  ofBytes('roles', roles, async (bytes) => {
    const read = parseRoles(textOf(bytes), FILE);
    await mustRoundTrip(read, () => parseRoles(JSON.stringify(read), FILE));
  }),
  ofBytes('hierarchies of values', grammar.hierarchy, (bytes) => {
    valuesFromText(textOf(bytes), FILE);
  }),
  ofBytes('hierarchies of items', grammar.hierarchy, async (bytes) => {
    const read = hierarchyFromText(textOf(bytes), FILE);
    await mustRoundTrip(namesOf(read), () => namesOf(hierarchyFromText(writeHierarchy(read), FILE)));
  }),
  ofBytes('labels', grammar.labels, async (bytes) => {
    const read = await readLabels({ name: FILE, bytes: pieces(bytes) }, { gunzip });
    const cells = (pair: readonly string[]): string => pair.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
    const written = new TextEncoder().encode(['code,term', ...[...read].map(cells)].join('\n'));
    await mustRoundTrip([...read], async () => [...(await readLabels({ name: FILE, bytes: pieces(written) }, { gunzip }))]);
  }),
  ofBytes('distance tables', grammar.distanceTables, async (bytes) => {
    for await (const { cells } of readTables({ name: FILE, bytes: pieces(bytes) }, gunzip))
      for (const cell of cells) if (cell === Number.NEGATIVE_INFINITY) mustBeFinite('a distance', [cell]);
  }),
  ofBytes(
    'judged pairs',
    fc.array(fc.tuple(grammar.item, grammar.item, fc.double())).map((all) => all.map((each) => each.join(', ')).join('\n')),
    (bytes) => {
      mustBeFinite(
        'a score',
        parseJudgedPairs(textOf(bytes), FILE).map(({ score }) => score),
      );
    },
  ),
  ofBytes(
    'word vectors as text',
    fc
      .array(fc.tuple(grammar.item, fc.array(fc.double({ noNaN: true }), { minLength: 3, maxLength: 3 })))
      .map((all) => all.map(([word, values]) => `${word.replaceAll(/\s/g, '')} ${values.join(' ')}\n`).join('')),
    (bytes) => {
      const reader = new GloveTextReader(FILE, (_, values) => mustBeFinite('a vector', values));
      reader.end(bytes.subarray(reader.push(bytes)));
    },
  ),
  ofBytes('documents: Wikipedia dumps', grammar.wikitext, (bytes) => {
    const reader = mediawikiArticles(FILE);
    reader.push(textOf(bytes));
    reader.end();
  }),
  ofBytes('documents: PubMed files', grammar.pubmedXml, (bytes) => {
    const reader = pubmedCitations(FILE);
    reader.push(textOf(bytes));
    reader.end();
  }),
];
