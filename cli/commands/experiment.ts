import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { INDEX_SUFFIX } from '../../shared/adapters/local/corpus-store.ts';
import { documentsOf, jsonObject, readText } from '../../shared/adapters/local/documents.ts';
import { folderBlobStore } from '../../shared/adapters/local/folder-blob-store.ts';
import { buildIndexFile } from '../../shared/adapters/local/index-file.ts';
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import { WinkTagger } from '../../shared/adapters/local/wink-tagger.ts';
import { wordnetNouns } from '../../shared/adapters/local/wordnet-nouns.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { type ExperimentDataset, type ExperimentFile, experimentFile } from '../../shared/contracts/experiment.ts';
import { ContractError, parseContract } from '../../shared/contracts/parse.ts';
import { parseJson } from '../../shared/core/format/json-shape.ts';
import { syntheticDocuments, syntheticTransactions } from '../../shared/core/generate/topics.ts';
import { digestText } from '../../shared/core/keys/digest.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { transactionsFromTexts } from '../../shared/kit/make/extract-transactions.ts';
import type { Options } from '../../shared/kit/option.ts';
import { type LoadedDataset, runExperiment } from '../../shared/pipeline/experiment/run-experiment.ts';
import { agreementWords, dataWords } from '../../shared/pipeline/experiment/summary.ts';
import type { Embeddings } from '../../shared/ports/embeddings.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import { experimentChart } from '../../shared/report/experiment-chart.ts';
import { renderExperiment } from '../../shared/report/experiment-page.ts';
import { type Command, ExitCode, jsonLine, oneArgument, optionHelp, parseOptions } from '../command.ts';
import { terminalProgress } from '../progress.ts';

const OPTIONS = {
  out: { type: 'string', value: 'DIR', help: 'the results (default unveil-results/experiments/NAME)' },
  data: {
    type: 'string',
    value: 'DIR',
    help: "the folder that the file's datasets are in (default $UNVEIL_DATA, else ../shared/data); datasets that are not there are replaced by generated ones, and the page says so",
  },
  seed: { type: 'string', value: 'TEXT', help: "instead of the file's" },
  json: { type: 'boolean', default: false, help: 'one JSON object a line for each figure' },
} as const satisfies Options;

const help = `unveil experiment: repeats published experiments from a file that says what they are

Usage: unveil experiment experiments/set-generalised.json [options]

For every figure a table (.csv, .parquet) and a chart (.svg), and one page, index.html, that sets each figure beside what
its source says. Points that were measured before are not measured again: interrupt it and start it again as you like.

${optionHelp(OPTIONS)}`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const path = oneArgument(
      positionals,
      'name the experiment: unveil experiment experiments/set-generalised.json',
      'one experiment is run at a time',
    );
    const read = readExperiment(path);
    const file = values.seed === undefined ? read : { ...read, seed: values.seed };
    const data = values.data ?? process.env['UNVEIL_DATA'] ?? '../shared/data';
    if (values.data !== undefined && !existsSync(values.data)) throw new BadInput('there is no such folder', { file: values.data });
    const out = values.out ?? join('unveil-results', 'experiments', basename(path, '.json'));
    mkdirSync(out, { recursive: true });
    const result = await runExperiment(file, {
      kinds: KINDS,
      out: folderBlobStore(out),
      progress: terminalProgress(terminal),
      encoders: [parquetTables],
      memory: memoryBlobStore,
      nouns: wordnetNouns,
      vectors,
      // One thread works here: what else the machine does is not counted.
      now: () => process.cpuUsage().user / 1000,
      load: (dataset) => loadDataset(dataset, data, out, file.seed),
      chart: (figure) => experimentChart(figure).text,
      page: renderExperiment,
    });
    const { figures } = result;
    if (!values.json) terminal.out.write(`${[...dataWords(result, data), agreementWords(result)].join('\n')}\n\n`);
    for (const { id, verdicts } of figures) {
      const count = (verdict: string): number => verdicts.filter((each) => each.by === 'source' && each.verdict === verdict).length;
      if (values.json) {
        terminal.out.write(
          jsonLine({
            figure: id,
            agree: count('agrees'),
            differ: count('differs'),
            generated: result.datasets.filter(({ missing }) => missing !== null).map(({ name }) => name),
            page: join(out, 'index.html'),
          }),
        );
        continue;
      }
      terminal.out.write(`${id.padEnd(22)}${count('agrees')} statements hold, ${count('differs')} do not\n`);
    }
    if (!values.json) terminal.out.write(`${join(out, 'index.html')}\n`);
    return ExitCode.done;
  },
};

/** Those of the optional package; null where it is not installed. */
async function vectors(): Promise<Embeddings | null> {
  const { openEmbeddings } = await import('../../shared/adapters/local/embeddings/open-embeddings.ts');
  try {
    return await openEmbeddings();
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
}

function readExperiment(path: string): ExperimentFile {
  const value = parseJson(readText(path), path);
  try {
    return parseContract(experimentFile, value);
  } catch (error) {
    if (error instanceof ContractError) throw new BadInput(error.message, { file: path }, { cause: error });
    throw error;
  }
}

const BATCH = 500;
/** Lines in more of the documents than this are headers or footers, as `unveil extract` has it. */
const REPEATED_SHARE = 0.2;

/** The dataset from the data folder, or the generated one in its place. Indexes of sources are kept in `out`. */
async function loadDataset(dataset: ExperimentDataset, data: string, out: string, seed: string): Promise<LoadedDataset> {
  const file = join(data, dataset.file);
  const { source } = dataset;
  const present = existsSync(file) && (source === undefined || existsSync(join(data, source)));
  const all = present ? fromFile(dataset, file) : syntheticTransactions({ ...dataset.standIn, seed });
  const transactions = all.slice(0, dataset.transactions).map((each) => ({ ...each, items: each.items.slice(0, dataset.itemsEach) }));
  const items = new Set(transactions.flatMap((each) => each.items)).size;
  const size = `${transactions.length} transactions, ${items} distinct items`;
  let opened: Promise<HitCounter> | null = null;
  const documents =
    present && source !== undefined
      ? () => batches(documentsOf(join(data, source)))
      : () => batches(syntheticDocuments({ ...dataset.standIn, seed }, dataset.standIn.documents));
  const named = present && source !== undefined ? join(data, source) : JSON.stringify([dataset.standIn, seed]);
  return {
    transactions,
    missing: present ? null : dataset.file,
    made: present
      ? `${size} of ${dataset.file}${source === undefined ? '' : `, counted in ${source}`}`
      : `${size}, generated: ${dataset.file} is not in the data folder`,
    source: () => {
      opened ??= openIndex(join(out, 'sources', `${digestText(named).slice(0, 16)}${INDEX_SUFFIX}`), documents);
      return opened;
    },
  };
}

async function openIndex(path: string, documents: () => Iterable<readonly string[]>): Promise<HitCounter> {
  if (!existsSync(path)) {
    mkdirSync(join(path, '..'), { recursive: true });
    await buildIndexFile(path, documents(), { normalisation: { plurals: 'folded', segmenter: null }, lang: 'en' });
  }
  return openSource(path);
}

function fromFile(dataset: ExperimentDataset, file: string): readonly Transaction[] {
  if (/\.dat(\.gz|\.zst)?$/.test(file)) {
    const lines = readText(file)
      .split('\n')
      .filter((line) => line.trim() !== '');
    return lines.slice(0, dataset.transactions).map((line, at) => ({ id: String(at + 1), items: [...new Set(line.trim().split(/\s+/))] }));
  }
  const { where = {} } = dataset;
  const documents = readText(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => jsonObject(line, file, at + 1))
    .filter((document) => Object.entries(where).every(([field, value]) => document[field] === value));
  // Evenly over the file, which may be sorted by topic.
  const wanted = Math.min(dataset.transactions, documents.length);
  const chosen = Array.from({ length: wanted }, (_, at) => documents[Math.floor((at * documents.length) / wanted)] ?? {});
  const texts = chosen.map(({ text }, at) => ({ id: String(at + 1), text: String(text ?? '') }));
  return [...transactionsFromTexts(() => texts, new WinkTagger(), REPEATED_SHARE)].filter(({ items }) => items.length > 1);
}

function* batches(documents: Iterable<{ readonly text: string }>): Generator<readonly string[]> {
  let batch: string[] = [];
  for (const { text } of documents) {
    batch.push(text);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
