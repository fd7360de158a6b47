// Runs tests in a thread that can be stopped: a mutant may loop for ever. Modules that a mutant bears on are loaded anew for it, all others once.
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { Gathered } from './harness.ts';
import { marked, mutated } from './mutations.ts';
import type { Answer, Chosen, Reached, Shared, Work } from './work.ts';

/** Modules that were loaded for a mutant are never let go: a thread that holds more than this is replaced. */
const MOST_HEAP = 600_000_000;

const { root, mutants, importers } = workerData as Shared;
const port = parentPort as NonNullable<typeof parentPort>;
const answer = (message: Answer): void => port.postMessage(message);

/** Modules that are loaded anew, and the text that replaces theirs. */
let now: { readonly mark: string; readonly anew: ReadonlySet<string>; readonly sources: ReadonlyMap<string, () => string> } = {
  mark: '',
  anew: new Set(),
  sources: new Map(),
};
const stripped = new Map<string, string>();

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    if (!resolved.url.startsWith('file:') || resolved.url.includes('node_modules')) return resolved;
    const url = resolved.url.replace(/\?.*$/, '');
    return { ...resolved, url: now.anew.has(fileURLToPath(url).slice(root.length + 1)) ? `${url}?${now.mark}` : url };
  },
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.replace(/\?.*$/, '').endsWith('.ts')) return next(url, context);
    const file = fileURLToPath(url.replace(/\?.*$/, '')).slice(root.length + 1);
    const other = url.includes('?') ? now.sources.get(file) : undefined;
    const plain = (): string => stripTypeScriptTypes(readFileSync(`${root}/${file}`, 'utf8'));
    let source = other === undefined ? stripped.get(file) : stripTypeScriptTypes(other());
    if (source === undefined) {
      source = plain();
      stripped.set(file, source);
    }
    return { format: 'module', source, shortCircuit: true };
  },
});

async function gather(file: string): Promise<Gathered> {
  const gathered = new Gathered();
  gathered.install();
  await import(pathToFileURL(`${root}/${file}`).href);
  return gathered;
}

let turn = 0;

/** Milliseconds of processor time: independent of other processes on the machine. */
function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A file's tests with every place marked. */
async function reach(file: string): Promise<void> {
  const hits = new Uint8Array(mutants.length);
  Object.assign(globalThis, { mutantHits: hits });
  const byFile = Map.groupBy(
    mutants.map((mutant, number) => ({ ...mutant, number })),
    (mutant) => mutant.file,
  );
  turn += 1;
  now = {
    mark: `reach${turn}`,
    anew: new Set([file, ...[...byFile.keys()].flatMap((each) => [each, ...(importers.get(each)?.keys() ?? [])])]),
    sources: new Map([...byFile].map(([each, own]) => [each, () => marked(each, own)])),
  };
  const tests: Reached[] = [];
  const all = (): number[] => [...hits.keys()].filter((number) => hits[number] === 1);
  const gathered = await gather(file);
  // Code that loading evaluates counts for every test.
  const loaded = all();
  let began = 0;
  const failures = new Map<number, string>();
  await gathered.run([...gathered.tests.keys()], {
    stops: false,
    starts(place) {
      answer({ what: 'begins', file, place });
      hits.fill(0);
      began = spent();
    },
    failed: (place, error) => failures.set(place, String(error).split('\n')[0] ?? ''),
    ended(place) {
      const { name } = gathered.tests[place];
      const own = { place, name, milliseconds: spent() - began, failed: failures.get(place) ?? null };
      tests.push({ ...own, hits: [...new Set([...loaded, ...all()])] });
    },
  });
  answer({ what: 'reached', file, tests });
}

/** Tests that were seen to pass alone: one that needs another before it is no witness. */
const passes = new Map<string, boolean>();

async function fails({ file, places }: Chosen, mark: string): Promise<number | null> {
  answer({ what: 'begins', file, place: places[0] ?? 0 });
  now = { ...now, mark };
  let gathered: Gathered;
  try {
    gathered = await gather(file);
  } catch {
    return places[0] ?? null;
  }
  return gathered.run(places, { stops: true, starts: (place) => answer({ what: 'begins', file, place }) });
}

async function tryMutant({ number, mutant, tests }: Extract<Work, { readonly what: 'try' }>): Promise<void> {
  const anew = new Set([mutant.file, ...(importers.get(mutant.file)?.keys() ?? [])]);
  let killer: string | null = null;
  for (const { file, places } of tests) {
    now = { mark: '', anew, sources: new Map([[mutant.file, () => mutated(mutant)]]) };
    turn += 1;
    const failed = await fails({ file, places }, `mutant${turn}`);
    if (failed === null) continue;
    const witness = `${file} ${failed}`;
    if (!passes.has(witness)) {
      now = { mark: '', anew: new Set([file]), sources: new Map() };
      turn += 1;
      passes.set(witness, (await fails({ file, places: [failed] }, `alone${turn}`)) === null);
    }
    if (passes.get(witness) !== true) continue;
    killer = witness;
    break;
  }
  answer({ what: 'tried', number, killer, spent: getHeapStatistics().used_heap_size > MOST_HEAP });
}

port.on('message', (work: Work) => {
  void (work.what === 'reach' ? reach(work.file) : tryMutant(work));
});
