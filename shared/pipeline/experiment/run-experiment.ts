import {
  type ExperimentDataset,
  type ExperimentFigure,
  type ExperimentFile,
  type ExperimentResult,
  FIGURE_TABLE,
  type FigureResult,
  type FigureRow,
} from '../../contracts/experiment.ts';
import { csvField } from '../../core/format/csv.ts';
import { digestText } from '../../core/keys/digest.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { Experiment, PointInput, PointPorts, PointSettings, PointValue } from '../../kit/experiment/point.ts';
import type { ListedKind } from '../../kit/kind.ts';
import { rowBlocks } from '../../kit/publish/row-blocks.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Progress } from '../../ports/progress.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import { runAudit } from '../audit/run-audit.ts';
import { checkClaims } from './check-claims.ts';
import { summaryOf } from './summary.ts';

export interface LoadedDataset extends Pick<PointInput, 'transactions' | 'source'> {
  /** Description for the page. */
  readonly made: string;
  /** The missing file that a generated one replaces. */
  readonly missing: string | null;
}

export interface ExperimentPorts extends Omit<PointPorts, 'audit'> {
  /** Every kind of release: the file names the one whose experiments are repeated. */
  readonly kinds: readonly Pick<ListedKind, 'name' | 'experiment'>[];
  /** Points that are done, tables, charts and the page. */
  readonly out: BlobStore;
  readonly progress: Progress;
  readonly encoders: readonly TableEncoder[];
  readonly load: (dataset: ExperimentDataset) => Promise<LoadedDataset>;
  readonly chart: (figure: FigureResult) => string;
  readonly page: (result: ExperimentResult) => string;
}

/**
 * Measures every point of every figure that is not there yet, then writes the tables, the charts and the page. A point is
 * kept under the hash of all it depends on, so an interrupted run goes on where it stopped and a changed setting is measured anew.
 */
export async function runExperiment(file: ExperimentFile, ports: ExperimentPorts): Promise<ExperimentResult> {
  const experiment = await ports.kinds.find(({ name }) => name === file.kind)?.experiment?.();
  if (experiment === undefined) throw new BadInput(`there are no experiments on releases of the kind "${file.kind}"`);
  const loaded = new Map<string, LoadedDataset>();
  for (const dataset of file.datasets) loaded.set(dataset.name, await ports.load(dataset));
  const points = file.figures.flatMap((figure) =>
    namesOf(file, figure).flatMap((dataset) => figure.values.map((value) => ({ figure, dataset, value }))),
  );
  ports.progress.step('points', points.length);
  const rows: FigureRow[] = [];
  for (const [at, { figure, dataset, value }] of points.entries()) {
    const settings: PointSettings = { ...file.settings, ...figure.settings, [figure.vary]: value };
    const point = { file, figure, dataset: loaded.get(dataset) as LoadedDataset, settings, experiment };
    const values = await keptPoint(point, ports);
    for (const each of values) {
      if (figure.measures.includes(each.measure)) rows.push({ figure: figure.id, dataset, x: String(value), ...each });
    }
    ports.progress.advance(at + 1);
  }
  ports.progress.end();
  const figures = file.figures.map((figure) => resultOf(file, figure, rows));
  const result: ExperimentResult = {
    title: file.title,
    about: file.about,
    seed: file.seed,
    datasets: file.datasets.map(({ name }) => ({ name, made: loaded.get(name)?.made ?? '', missing: loaded.get(name)?.missing ?? null })),
    figures,
  };
  for (const figure of figures) await writeFigure(figure, ports);
  await ports.out.write('index.html', bytes(ports.page(result)));
  await ports.out.write('summary.md', bytes(summaryOf(result)));
  return result;
}

const namesOf = (file: ExperimentFile, figure: ExperimentFigure): readonly string[] =>
  file.datasets.map(({ name }) => name).filter((name) => figure.datasets === undefined || figure.datasets.includes(name));

/** One setting of a figure, on one dataset. */
interface Point {
  readonly file: ExperimentFile;
  readonly figure: ExperimentFigure;
  readonly dataset: LoadedDataset;
  readonly settings: PointSettings;
  readonly experiment: Experiment;
}

async function keptPoint(point: Point, ports: ExperimentPorts): Promise<readonly PointValue[]> {
  const { file, figure, dataset, settings, experiment } = point;
  const content = digestText(JSON.stringify([file.kind, figure.vary, settings, file.seed, POINT_VERSION, digestOf(dataset)]));
  const key = `points/${content.slice(0, 32)}.json`;
  const known = await textOf(ports.out, key);
  if (known !== null) return JSON.parse(known) as PointValue[];
  const { transactions, source } = dataset;
  const { vary, measures } = figure;
  const values = await experiment({ transactions, source, settings, seed: file.seed, vary, measures }, { ...ports, audit: runAudit });
  await ports.out.write(key, bytes(JSON.stringify(values)));
  return values;
}

/** Rises whenever a point of the same settings may come out otherwise. */
const POINT_VERSION = 2;

const digests = new WeakMap<LoadedDataset, string>();
function digestOf(dataset: LoadedDataset): string {
  const known = digests.get(dataset) ?? digestText(JSON.stringify([dataset.made, dataset.transactions]));
  digests.set(dataset, known);
  return known;
}

function resultOf(file: ExperimentFile, figure: ExperimentFigure, rows: readonly FigureRow[]): FigureResult {
  const own = rows.filter((row) => row.figure === figure.id);
  const datasets = namesOf(file, figure);
  return {
    id: figure.id,
    title: figure.title,
    axis: figure.axis,
    values: figure.values.map(String),
    measures: figure.measures,
    datasets,
    rows: own,
    verdicts: checkClaims(figure, own, datasets),
    why: figure.why ?? null,
  };
}

async function writeFigure(figure: FigureResult, { out, encoders, chart }: ExperimentPorts): Promise<void> {
  const columns = FIGURE_TABLE.columns.map(({ name }) => name as keyof FigureRow);
  const csv = [columns.join(','), ...figure.rows.map((row) => columns.map((column) => csvField(String(row[column] ?? ''))).join(','))];
  await out.write(`${figure.id}.csv`, bytes(`${csv.join('\n')}\n`));
  const rows = figure.rows.map((row) => columns.map((column) => row[column]));
  for (const encoder of encoders) {
    await out.write(`${figure.id}.${encoder.extension}`, encoder.encode(FIGURE_TABLE, rowBlocks(FIGURE_TABLE, rows)));
  }
  await out.write(`${figure.id}.svg`, bytes(chart(figure)));
}

async function textOf(store: BlobStore, key: string): Promise<string | null> {
  if ((await store.info(key)) === null) return null;
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of store.read(key)) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
