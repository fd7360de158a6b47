// Writes docs/report.png, the picture of the README: the first screen of the example's report, as a browser shows it.
// npm start && npm run -s picture
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openBrowser } from '../test/helpers/browser.ts';

const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1080, height: 820 }, colorScheme: 'light' });
await page.setContent(readFileSync(resolve('unveil-results/clinic/report.html'), 'utf8'));
await page.screenshot({ path: 'docs/report.png' });
await browser.close();
