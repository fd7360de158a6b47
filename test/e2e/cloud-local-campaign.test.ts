import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from '../helpers/run.ts';

const local = (...args: string[]) => run(process.execPath, [resolve('cloud-local/main.ts'), ...args]);

test('npm run cloud:local runs the campaign of the examples: each audit by name, each with its results', () => {
  const out = mkdtempSync(join(tmpdir(), 'unveil-campaign-'));
  try {
    const ran = local('examples/campaign.json', '--campaign', '--out', out);
    expect(ran.status).toBe(0);
    const lines = ran.out.split('\n').filter((line) => line.includes('\t'));
    expect(lines.map((line) => line.split('\t').slice(0, 2))).toEqual([
      ['hospital.width-1', 'succeeded'],
      ['hospital.width-2', 'succeeded'],
      ['clinic', 'succeeded'],
    ]);
    for (const name of ['hospital.width-1', 'hospital.width-2', 'clinic']) {
      const { files } = JSON.parse(readFileSync(join(out, name, '_SUCCESS.json'), 'utf8')) as { files: { key: string }[] };
      expect(files.filter(({ key }) => !existsSync(join(out, name, key)))).toEqual([]);
    }
  } finally {
    rmSync(out, { recursive: true });
  }
});
