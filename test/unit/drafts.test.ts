import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openResultsFolder } from '../../cli/audit/results-folder.ts';
import { writeAtomically } from '../../cli/write-atomically.ts';
import { documentsAt } from '../../shared/adapters/local/corpus-documents.ts';
import { abandonedDrafts, draftBeside, sweepFolder } from '../../shared/adapters/local/drafts.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
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
  test('goes with the next write there; what runs, and what another machine may be writing, stays', async () => {
    const killed = killedDraft(join(folder, 'results'));
    const running = draftBeside(join(folder, 'other'));
    const elsewhere = killed.replace(/\.[0-9a-f]{8}-/, '.00000000-');
    for (const each of [killed, `${killed}.work`, running, elsewhere]) put(each, 'part', 'half');
    writeFileSync(join(folder, '.somebody.draft'), 'not ours');
    await writeAtomically(join(folder, 'made.txt'), ['whole']);
    const left = ['.somebody.draft', elsewhere, running].map((each) => each.replace(`${folder}/`, ''));
    expect(readdirSync(folder).toSorted()).toEqual([...left, 'made.txt'].toSorted());
  });

  test('between two renames: earlier results are put back, and nothing is where newer ones came', () => {
    const results = join(folder, 'results');
    put(`${killedDraft(results)}.old`, '_SUCCESS.json', 'earlier');
    const newer = join(folder, 'newer');
    put(`${killedDraft(newer)}.old`, '_SUCCESS.json', 'earlier');
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

test('a file is its owner’s alone until it is whole', async () => {
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
    expect(statSync(join(folder, 'made.txt')).mode & 0o777).toBe(0o644);
  } finally {
    process.umask(usual);
  }
});

test('results that another run put in the place meanwhile give way', () => {
  const place = join(folder, 'results');
  const [first, second] = [openResultsFolder(place), openResultsFolder(place)];
  // Within one process both write to one draft: the second is another's.
  put(place, '_SUCCESS.json', 'another run’s');
  put(first.draft, '_SUCCESS.json', 'mine');
  first.publish();
  expect(readFileSync(join(place, '_SUCCESS.json'), 'utf8')).toBe('mine');
  second.discard();
  expect(readdirSync(folder)).toEqual(['results']);
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
