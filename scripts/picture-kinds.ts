import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';

const BIN = resolve('bin/unveil.mjs');
const example = (file: string): string => resolve('examples', file);

/** Release of each example, its audit, and the part of the report that is shown: the first screen, or a section by its title. */
const PICTURES: Readonly<
  Record<string, { readonly make: readonly string[]; readonly audit?: readonly string[]; readonly section?: RegExp }>
> = {
  groups: { make: [example('clinic/original.txt'), '--method', 'cahd', '--sensitive', example('groups/sensitive.txt'), '--p', '6'] },
  local: { make: [example('clinic/original.txt'), '--method', 'local', '--hierarchy', example('clinic/wards.json'), '--k', '2'] },
  places: {
    make: [example('places/positions.jsonl'), '--method', 'cloak-adaptive', '--k', '5'],
    audit: ['--external', example('places/known.jsonl')],
    section: /^Regions at time/,
  },
  graphs: { make: [example('friends/friends.csv'), '--method', 'k-degree', '--k', '4'] },
  'sanitised-text': {
    make: [example('texts/notes.jsonl'), '--method', 't-plausible', '--t', '20', '--hierarchy', example('texts/tree.json')],
  },
  'query-logs': { make: [example('searches/searches.jsonl'), '--method', 'query-log', '--k', '4'] },
};

/** A picture of the report of each kind that is attacked by its structure, docs/NAME.png. */
export async function picturesOfKinds(browser: Browser): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-picture-'));
  try {
    for (const [name, { make, audit = [], section }] of Object.entries(PICTURES)) {
      const run = (...argv: readonly string[]): unknown => execFileSync(process.execPath, [BIN, ...argv], { cwd: folder, stdio: 'ignore' });
      run('anonymise', ...make, '--out', name);
      run('audit', `${name}/audit.json`, ...audit, '--out', `${name}-results`);
      const page = await browser.newPage({ viewport: { width: 1080, height: 820 }, colorScheme: 'light' });
      await page.setContent(readFileSync(join(folder, `${name}-results`, 'report.html'), 'utf8'));
      const shown = section === undefined ? page : page.locator('section', { has: page.getByRole('heading', { name: section }) });
      await shown.screenshot({ path: `docs/${name}.png` });
      await page.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
