import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { auditsPage } from '../../../cli/serve/pages/home.ts';
import { auditPage } from '../../../cli/serve/pages/task.ts';
import { type KeptAudit, keptAudits, madeFiles, resultFilesOf, verdictLine } from '../../../cli/serve/results.ts';
import { zip } from '../../../cli/serve/zip.ts';
import type { StoredConclusion } from '../../../shared/contracts/verdict.ts';

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

test('the list says verdict and headline of each audit, and of results of an earlier version that they have none', () => {
  const folder = audit('judged', '2026-04-01T00:00:00Z', []);
  const old = audit('earlier', '2026-04-02T00:00:00Z', []);
  const damaged = audit('damaged', '2026-04-03T00:00:00Z', []);
  const headline = 'The attack minimality learns a hidden value of 120 of 360 patients.';
  const stored: StoredConclusion = {
    version: 1,
    verdict: { level: 'leaks', way: 'learned', ways: [] },
    text: { headline, ways: [], next: 'Do not publish.' },
    claims: [],
    findings: [],
    gate: null,
  };
  writeFileSync(join(folder, 'verdict.json'), JSON.stringify(stored));
  writeFileSync(join(damaged, 'verdict.json'), '{"version": 0}');
  expect(verdictLine(folder)).toBe(`Verdict: leaks. ${headline}`);
  expect(verdictLine(old)).toMatch(/^No verdict: .*earlier: these results are of an earlier version of unveil.*audit the release again$/);
  expect(verdictLine(damaged)).toMatch(/^No verdict: .*this verdict cannot be read; audit the release again/);
  const shown = auditsPage('/t/', keptAudits(root), root, []).text;
  expect(shown).toContain(`<span class="level v1">Verdict: leaks</span> ${headline}`);
  expect(auditPage('/t/', keptAudits(root).find(({ name }) => name === 'judged') as KeptAudit, []).text).toContain(headline);
  for (const each of [folder, old, damaged]) rmSync(each, { recursive: true });
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
