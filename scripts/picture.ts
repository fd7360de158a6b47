// Writes what the README shows of a run: one visit, what `npm start` prints, docs/report.png, the first screen of its report as a browser shows it,
// docs/serve.png, docs/campaign.png, docs/compare.png and docs/certify.png, and a picture for each kind that is attacked by its structure.
// npm run -s picture
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openBrowser } from '../test/helpers/browser.ts';
import { picturesOfAudits } from './picture-audits.ts';
import { picturesOfKinds } from './picture-kinds.ts';
import { pictureOfServe } from './picture-serve.ts';

const VISIT = '<!-- one visit: npm run picture -->\n';
const RUN = '<!-- what npm start prints: npm run picture -->\n```\n';

const printed = execFileSync(process.execPath, ['bin/unveil.mjs', 'audit', 'examples/clinic/audit.json'], { encoding: 'utf8' });
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1080, height: 820 }, colorScheme: 'light' });
await page.setContent(readFileSync(resolve('unveil-results/clinic/report.html'), 'utf8'));
await page.screenshot({ path: 'docs/report.png' });
const example = (await page.locator('.examples li').first().textContent()) ?? '';
const people = (await page.locator('.number p').textContent()) ?? '';
await pictureOfServe(browser);
await picturesOfAudits(browser);
await picturesOfKinds(browser);
await browser.close();

let readme = readFileSync('README.md', 'utf8');
readme = between(readme, VISIT, '\n![', visitText(example, people));
readme = between(readme, RUN, '```\n', `${printed.slice(0, printed.indexOf('\n\nmatched, ')).trimEnd()}\n`);
writeFileSync('README.md', readme);

/** What stands between two marks of the README, anew. */
function between(text: string, begin: string, end: string, content: string): string {
  const from = text.indexOf(begin);
  if (from < 0) throw new Error(`README.md has lost its mark ${begin.trim()}`);
  return `${text.slice(0, from + begin.length)}${content}${text.slice(text.indexOf(end, from + begin.length))}`;
}

/** The plainest example of the report in words, with the figure of people. */
function visitText(sentence: string, statement: string): string {
  const found =
    /^In transaction ([\d,]+) (.+) is named with ([\d.]+)\s% certainty, hidden among (.+)\. Betrayed by (.+); without outside knowledge ([\d.]+)\s%\.$/.exec(
      sentence.trim(),
    );
  if (found === null) throw new Error('the report says its examples in other words');
  const [, visit, target, certainty, among, by, without] = found;
  const plain = statement.replaceAll('\u00a0', ' ');
  return `**One visit.** Visit ${visit} is published with \`(${target}, ${among})\` in the place of one diagnosis: nobody is to know which of them it is. But \`${by}\` stands
beside it, and whoever knows what goes with what names \`${target}\`: the attack is ${certainty} % certain, and right. From the release alone it could say ${without} %.
That is one of many:

> ${plain}
`;
}
