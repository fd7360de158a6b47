import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';

const BIN = resolve('bin/unveil.mjs');
const DATA = ['--transactions', '500', '--vocabulary', '60', '--density', '0.1', '--topics', '8', '--documents', '3000'];
const RELEASES = {
  'coat-70': ['coat', '--k', '70', '--privacy', 'random:0.6'],
  'coat-100': ['coat', '--k', '100', '--privacy', 'random:0.6'],
  km: ['km', '--k', '40', '--m', '1', '--hierarchy', 'degree:2'],
} as const;

/** docs/campaign.png, docs/compare.png and docs/certify.png: three releases of one made original, audited as a campaign, compared and certified. */
export async function picturesOfAudits(browser: Browser): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-picture-'));
  try {
    const run = (...argv: readonly string[]): unknown => execFileSync(process.execPath, [BIN, ...argv], { cwd: folder, stdio: 'ignore' });
    run('generate', '--out', 'visits.jsonl', '--corpus', 'docs.jsonl', ...DATA);
    const names = Object.keys(RELEASES);
    for (const [name, [method, ...options]] of Object.entries(RELEASES))
      run('anonymise', 'visits.jsonl', '--method', method, ...options, '--out', name);
    const audits = names.map((name) => {
      const { release, original, ...request } = JSON.parse(readFileSync(join(folder, name, 'audit.json'), 'utf8'));
      if (typeof request.claim.privacyConstraints === 'string')
        request.claim.privacyConstraints = `${name}/${request.claim.privacyConstraints}`;
      return { ...request, name, release: `${name}/${release}`, original: `${name}/${original}`, sources: ['docs.jsonl'] };
    });
    writeFileSync(join(folder, 'visits.json'), JSON.stringify({ audits }));
    run('campaign', 'visits.json');
    run('compare', ...names);
    run('certify', '--new-key', 'me.key');
    run('certify', 'coat-70', '--key', 'me.key', '--signer', 'Clinic of X, data office');
    const pages = [
      ['campaign', 'unveil-results/visits/campaign.html', 720],
      ['compare', 'unveil-comparison/comparison.html', 1040],
      ['certify', 'statement.html', 1040],
    ] as const;
    for (const [name, file, height] of pages) {
      const page = await browser.newPage({ viewport: { width: 1080, height }, colorScheme: 'light' });
      await page.setContent(readFileSync(join(folder, file), 'utf8'));
      await page.screenshot({ path: `docs/${name}.png` });
      await page.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
