import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { keptAudits, madeFiles, resultFilesOf } from '../../../cli/serve/results.ts';
import { zip } from '../../../cli/serve/zip.ts';

const root = mkdtempSync(join(tmpdir(), 'unveil-results-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function audit(name: string, finished: string, files: readonly unknown[]): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '_SUCCESS.json'), JSON.stringify({ finished, files }));
  return folder;
}

test('audits below the folder, the newest first, and what is broken without what it would say', () => {
  audit('old', '2026-01-01T00:00:00Z', []);
  audit('campaign/new', '2026-02-01T00:00:00Z', []);
  writeFileSync(join(audit('broken', '', []), '_SUCCESS.json'), '{');
  mkdirSync(join(root, 'foreign'));
  expect(keptAudits(root).map(({ name }) => name)).toEqual(['campaign/new', 'old', 'broken']);
  expect(keptAudits(join(root, 'nowhere'))).toEqual([]);
});

test('only what an audit says that it wrote is served: nothing above it, no link, nothing else beside it', () => {
  const keys = ['report.html', '../old/_SUCCESS.json', '/etc/passwd', 'a/../b', 'link', 'linked/x', 'c:x', 'gone', '', 7];
  const folder = audit(
    'hostile',
    '2026-03-01T00:00:00Z',
    keys.map((key) => ({ key, bytes: 1 })),
  );
  for (const name of ['report.html', 'secret.txt', 'c:x']) writeFileSync(join(folder, name), 'x');
  symlinkSync('/etc/passwd', join(folder, 'link'));
  symlinkSync(root, join(folder, 'linked'));
  writeFileSync(join(root, 'x'), 'x');
  expect(resultFilesOf(folder).map(({ key }) => key)).toEqual(['report.html', '_SUCCESS.json']);
  expect(
    madeFiles(folder)
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(['_SUCCESS.json', 'c:x', 'report.html', 'secret.txt']);
});

test('an archive holds its files as they are, with their names and sums', async () => {
  const texts: Readonly<Record<string, string>> = { 'a.txt': 'one', 'é/b.txt': 'two'.repeat(50_000), 'empty.txt': '' };
  const files = Object.entries(texts).map(([name, text], at) => {
    writeFileSync(join(root, String(at)), text);
    return { name, path: join(root, String(at)) };
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of zip(files)) pieces.push(piece);
  const whole = Buffer.concat(pieces);
  const end = whole.length - 22;
  expect(whole.readUInt32LE(end)).toBe(0x06054b50);
  let at = whole.readUInt32LE(end + 16);
  const found: Record<string, string> = {};
  for (let left = whole.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(whole.readUInt32LE(at)).toBe(0x02014b50);
    const [sum, size, length, begin] = [
      whole.readUInt32LE(at + 16),
      whole.readUInt32LE(at + 24),
      whole.readUInt16LE(at + 28),
      whole.readUInt32LE(at + 42),
    ];
    const name = whole.toString('utf8', at + 46, at + 46 + length);
    const data = begin + 30 + whole.readUInt16LE(begin + 26);
    const text = whole.subarray(data, data + size);
    expect(crc32(text)).toBe(sum);
    found[name] = text.toString();
    at += 46 + length;
  }
  expect(found).toEqual(texts);
});
