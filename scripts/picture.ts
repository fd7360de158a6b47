// Writes the pictures of the README and the docs: docs/report.png, the first screen of its report as a browser shows it,
// docs/serve.png, docs/campaign.png, docs/compare.png and docs/certify.png, and a picture for each kind that is attacked by its structure.
// npm run -s picture
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openBrowser } from '../test/helpers/browser.ts';
import { picturesOfAudits } from './picture-audits.ts';
import { picturesOfKinds } from './picture-kinds.ts';
import { pictureOfServe } from './picture-serve.ts';

execFileSync(process.execPath, ['bin/unveil.mjs', 'audit', 'examples/clinic/audit.json', '--yes']);
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1080, height: 820 }, colorScheme: 'light' });
await page.setContent(readFileSync(resolve('unveil-results/clinic/report.html'), 'utf8'));
await page.screenshot({ path: 'docs/report.png' });
await pictureOfServe(browser);
await picturesOfAudits(browser);
await picturesOfKinds(browser);
await browser.close();
