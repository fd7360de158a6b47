import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openResultsFolder } from '../../cli/audit/results-folder.ts';
import { writeAtomically } from '../../cli/write-atomically.ts';
import { documentsAt } from '../../shared/adapters/local/corpus-documents.ts';
import { abandonedDrafts, draftBeside, sweepFolder } from '../../shared/adapters/local/drafts.ts';
import { writeWhole } from '../../shared/adapters/local/durable.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { isStale } from '../../shared/adapters/local/stale.ts';
import { readState, writeState } from '../../shared/adapters/local/state-file.ts';
import { killedDraft } from '../helpers/drafts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-drafts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (path: string, file: string, text: string): void => {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, file), text);
};

describe('what a killed process left in a folder', () => {
  test.each([
    ['a product', (path: string) => writeAtomically(path, ['whole'])],
    ['a small file', async (path: string) => writeWhole(path, 'whole')],
  ])('goes with the next write there, of %s; what runs, and what another machine may be writing, stays', async (_, write) => {
    const killed = killedDraft(join(folder, 'results'));
    const running = draftBeside(join(folder, 'other'));
    const elsewhere = killed.replace(/\.[0-9a-f]{8}-/, '.00000000-');
    for (const each of [killed, running, elsewhere]) put(each, 'part', 'half');
    writeFileSync(join(folder, '.somebody.draft'), 'not ours');
    await write(join(folder, 'made.txt'));
    const left = ['.somebody.draft', elsewhere, running].map((each) => each.replace(`${folder}/`, ''));
    expect(readdirSync(folder).toSorted()).toEqual([...left, 'made.txt'].toSorted());
  });

  test('between two renames: earlier results are put back, and nothing is where newer ones came', () => {
    const results = join(folder, 'results');
    put(`${killedDraft(results)}.old`, '_SUCCESS.json', 'earlier');
    const newer = join(folder, 'newer');
    putResults(`${killedDraft(newer)}.old`, 'earlier');
    put(newer, '_SUCCESS.json', 'newer');
    sweepFolder(folder);
    expect(readdirSync(folder).toSorted()).toEqual(['newer', 'results']);
    expect(readFileSync(join(results, '_SUCCESS.json'), 'utf8')).toBe('earlier');
    expect(readFileSync(join(newer, '_SUCCESS.json'), 'utf8')).toBe('newer');
  });

  test('a process id that another process has by now is not taken for the one that was killed', () => {
    const draft = draftBeside(join(folder, 'results')).replace(/-\d+\.draft$/, '-1.draft');
    mkdirSync(draft);
    expect(abandonedDrafts(folder)).toEqual(process.platform === 'linux' ? [draft] : []);
  });
});

test('a file is its owner’s alone, while it is written and after', async () => {
  const modes: number[] = [];
  const pieces = async function* () {
    yield 'half';
    for (const name of readdirSync(folder)) modes.push(statSync(join(folder, name)).mode & 0o777);
    yield 'whole';
  };
  const usual = process.umask(0o022);
  try {
    await writeAtomically(join(folder, 'made.txt'), pieces());
    expect(modes).toEqual([0o600]);
    expect(statSync(join(folder, 'made.txt')).mode & 0o777).toBe(0o600);
  } finally {
    process.umask(usual);
  }
});

/** A folder of results in which nothing is but one file. */
function putResults(path: string, text: string): void {
  put(path, 'report.html', text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  put(path, '_SUCCESS.json', JSON.stringify({ files: [{ key: 'report.html', bytes: text.length, sha256 }] }));
}

describe('results in their place', () => {
  const place = (): string => join(folder, 'results');
  const report = (): string => readFileSync(join(place(), 'report.html'), 'utf8');

  test('those that another run put there meanwhile give way', async () => {
    const first = openResultsFolder(place());
    putResults(place(), 'another run’s');
    putResults(first.results, 'mine');
    await first.publish();
    expect(report()).toBe('mine');
    expect(readdirSync(folder)).toEqual(['results']);
  });

  test('a file of somebody else among them: nothing is replaced, and one that came during the run is kept', async () => {
    putResults(place(), 'earlier');
    put(place(), 'statement.json', 'signed');
    expect(() => openResultsFolder(place())).toThrow('not of the audit whose results lie here');
    rmSync(join(place(), 'statement.json'));
    const run = openResultsFolder(place());
    put(join(place(), 'notes'), 'mine.txt', 'notes');
    putResults(run.results, 'later');
    await run.publish();
    expect(report()).toBe('later');
    expect(readdirSync(join(folder, 'results.kept'), { recursive: true })).toEqual(['notes', join('notes', 'mine.txt')]);
  });

  test('one that is not as it was listed is not put there', async () => {
    const run = openResultsFolder(place());
    putResults(run.results, 'mine');
    put(run.results, 'report.html', 'other');
    await expect(run.publish()).rejects.toThrow('changed after the audit');
    run.discard(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('earlier ones are marked where a later run fails, and a list of files that is damaged is said so', () => {
    putResults(place(), 'earlier');
    openResultsFolder(place()).discard(true);
    expect([isStale(place()), report()]).toEqual([true, 'earlier']);
    openResultsFolder(place()).discard(false);
    put(place(), '_SUCCESS.json', '');
    expect(() => openResultsFolder(place())).toThrow('this list of results is damaged; remove its folder');
  });
});

test('what is remembered is taken for what was written, or set aside', () => {
  const file = join(folder, 'state.json');
  const told: string[] = [];
  const read = (): unknown => readState(file, (aside) => told.push(aside));
  expect(read()).toBeNull();
  writeState(file, { a: 1 });
  expect([read(), statSync(file).mode & 0o777]).toEqual([{ a: 1 }, 0o600]);
  for (const damaged of ['', '{}', 'null', '{"sha256":"0","state":"{}"}', readFileSync(file, 'utf8').slice(0, -9)]) {
    writeFileSync(file, damaged);
    expect(read()).toBeNull();
    expect(existsSync(file)).toBe(false);
  }
  expect(told).toHaveLength(5);
});

describe('a file that changes while it is read', () => {
  const LONG = 'fever, (cough, asthma)\n'.repeat(40_000);

  test.each([
    ['grows', (path: string) => appendFileSync(path, LONG)],
    ['is cut', (path: string) => writeFileSync(path, LONG.slice(0, 300_000))],
  ])('%s: is refused as a whole', async (_how, change) => {
    const path = join(folder, 'release.txt');
    writeFileSync(path, LONG);
    const all = async (pieces: AsyncIterable<unknown>): Promise<void> => {
      let seen = 0;
      for await (const _ of pieces) {
        if (seen === 0) change(path);
        seen += 1;
      }
    };
    await expect(all(await fileBytes(path))).rejects.toMatchObject({ message: expect.stringContaining('changed while it was read') });
    writeFileSync(path, LONG);
    await expect(all(documentsAt(path))).rejects.toMatchObject({ message: expect.stringContaining('changed while it was read') });
  });

  test('one put in its place by a rename is not: what was opened is read to its end', async () => {
    const path = join(folder, 'release.txt');
    writeFileSync(path, LONG);
    let length = 0;
    for await (const piece of await fileBytes(path)) {
      length += piece.length;
      if (existsSync(path)) rmSync(path);
    }
    expect(length).toBe(LONG.length);
  });
});
