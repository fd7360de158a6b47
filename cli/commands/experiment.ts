import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readText } from '../../shared/adapters/local/documents.ts';
import { folderBlobStore } from '../../shared/adapters/local/folder-blob-store.ts';
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { wordnetNouns } from '../../shared/adapters/local/wordnet-nouns.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { agreementWords, dataWords } from '../../shared/app/experiment/data-words.ts';
import { runExperiment } from '../../shared/app/experiment/run-experiment.ts';
import { type ExperimentFile, experimentFile } from '../../shared/contracts/experiment.ts';
import { ContractError, parseContract } from '../../shared/contracts/parse.ts';
import { parseJson } from '../../shared/core/format/json-shape.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import type { Embeddings } from '../../shared/ports/embeddings.ts';
import { experimentChart } from '../../shared/report/experiment-chart.ts';
import { renderExperiment } from '../../shared/report/experiment-page.ts';
import { type Command, ExitCode, jsonLine } from '../command.ts';
import { loadDataset } from '../experiment-data.ts';
import { parseOptions } from '../parse-options.ts';
import { terminalProgress } from '../progress.ts';

const help = `unveil experiment: repeats published experiments from a file that says what they are

Usage: unveil experiment experiments/set-generalised.json [options]

For every figure a table (.csv, .parquet) and a chart (.svg), and one page, index.html, that sets each figure beside what
its source says. Points that were measured before are not measured again: interrupt it and start it again as you like.

  --out DIR     the results (default unveil-results/experiments/NAME)
  --data DIR    the folder that the file's datasets are in (default $UNVEIL_DATA, else ../shared/data); datasets that
                are not there are replaced by generated ones, and the page says so
  --seed TEXT   instead of the file's
  --json        one JSON object a line for each figure
`;

export const command: Command = {
  help,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions({
      args: [...argv],
      allowPositionals: true,
      options: { out: { type: 'string' }, data: { type: 'string' }, seed: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    const [path, ...more] = positionals;
    if (path === undefined) throw new BadInput('name the experiment: unveil experiment experiments/set-generalised.json');
    if (more.length > 0) throw new BadInput(`"${more[0]}" is one argument too many; one experiment is run at a time`);
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
