import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ScanCounter } from '../../core/corpus/scan-counter.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { type Normalisation, normalisationId } from '../../core/text/normalisation.ts';
import { CountFlag, type CountRequest, type Counts, type HitCounter } from '../../ports/hit-counter.ts';
import { wordnetDocuments } from './wordnet.ts';

export interface SourceOptions {
  /** Count English plurals with their singulars. */
  readonly foldPlurals?: boolean;
}

export interface OpenSource extends HitCounter {
  close(): Promise<void>;
}

/** Opens what a user names with --source or --corpus: `wordnet`, `corpus:NAME`, or the path of a folder or file of documents. */
export async function openSource(spec: string, options: SourceOptions = {}): Promise<OpenSource> {
  const normalisation: Normalisation = { plurals: options.foldPlurals ? 'folded' : 'exact', segmenter: null };
  if (spec === 'wordnet') {
    return counterOver(
      { id: 'wordnet', version: `3.1/${normalisationId(normalisation)}` },
      new ScanCounter(wordnetDocuments(), normalisation),
    );
  }
  if (spec.startsWith('corpus:')) throw new BadInput(`there is no corpus "${spec.slice(7)}"`);
  return counterOver({ id: `file:${spec}`, version: normalisationId(normalisation) }, new ScanCounter(documentsIn(spec), normalisation));
}

function* documentsIn(path: string): Generator<string> {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info === undefined) throw new BadInput('there is no such file or folder', { file: path });
  if (info.isDirectory()) {
    for (const name of readdirSync(path).toSorted()) yield* documentsIn(join(path, name));
    return;
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  for (const line of lines.filter((each) => each.trim() !== '')) yield path.endsWith('.jsonl') ? String(JSON.parse(line).text) : line;
}

function counterOver(source: HitCounter['source'], scan: ScanCounter): OpenSource {
  const together = (x: ReadonlySet<number> | null, y: ReadonlySet<number> | null): number => {
    if (x === null || y === null) return Number.NaN;
    const [few, many] = x.size < y.size ? [x, y] : [y, x];
    let both = 0;
    for (const document of few) if (many.has(document)) both += 1;
    return both;
  };
  const countAll = async ({ terms, pairs }: CountRequest): Promise<Counts> => {
    const holders = terms.map((term) => scan.documentsWith(term));
    const termCounts = Float64Array.from(holders, (found) => found?.size ?? Number.NaN);
    const pairCounts = new Float64Array(pairs.length / 2);
    for (let at = 0; at < pairCounts.length; at += 1) {
      pairCounts[at] = together(holders[pairs[2 * at] as number] ?? null, holders[pairs[2 * at + 1] as number] ?? null);
    }
    const flag = (count: number): number => (Number.isNaN(count) ? CountFlag.notExpressible : 0);
    return {
      terms: termCounts,
      termFlags: Uint8Array.from(termCounts, flag),
      pairs: pairCounts,
      pairFlags: Uint8Array.from(pairCounts, flag),
    };
  };
  return {
    source,
    size: async () => scan.size,
    count: async (term, other) =>
      other === undefined ? (scan.documentsWith(term)?.size ?? Number.NaN) : together(scan.documentsWith(term), scan.documentsWith(other)),
    countAll,
    close: async () => {},
  };
}
