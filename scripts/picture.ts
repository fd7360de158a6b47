// Writes what the README shows: what `npm start` prints, docs/report.png, the first screen of its report as a browser shows it, docs/serve.png, and
// docs/campaign.png, docs/compare.png and docs/certify.png.
// npm run -s picture
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openBrowser } from '../test/helpers/browser.ts';
import { picturesOfAudits } from './picture-audits.ts';
import { pictureOfServe } from './picture-serve.ts';

const BEGIN = '<!-- what npm start prints: npm run picture -->\n```\n';
const END = '```\n';

const printed = execFileSync(process.execPath, ['bin/unveil.mjs', 'audit', 'examples/clinic/audit.json'], { encoding: 'utf8' });
const readme = readFileSync('README.md', 'utf8');
const begin = readme.indexOf(BEGIN) + BEGIN.length;
if (begin < BEGIN.length) throw new Error('README.md has lost the mark where the output stands');
const shown = printed.slice(0, printed.indexOf('\n\nmatched, ')).trimEnd();
writeFileSync('README.md', `${readme.slice(0, begin)}${shown}\n${readme.slice(readme.indexOf(END, begin))}`);

const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1080, height: 820 }, colorScheme: 'light' });
await page.setContent(readFileSync(resolve('unveil-results/clinic/report.html'), 'utf8'));
await page.screenshot({ path: 'docs/report.png' });
await pictureOfServe(browser);
await picturesOfAudits(browser);
await browser.close();
