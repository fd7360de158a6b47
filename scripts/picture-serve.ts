// Writes docs/serve.png: what the page of unveil serve understood of the example, as a browser shows it.
// npm run -s picture
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { serve } from '../test/helpers/serve.ts';

export async function pictureOfServe(browser: Browser): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-picture-'));
  const served = await serve(folder);
  const page = await browser.newPage({ viewport: { width: 1080, height: 980 }, colorScheme: 'light' });
  await page.goto(served.address);
  for (const role of ['release', 'original']) await page.locator(`#file-${role}`).setInputFiles(`examples/clinic/${role}.txt`);
  await page.getByRole('button', { name: 'Look at it' }).click();
  await page.locator('#understood').waitFor();
  await page.screenshot({ path: 'docs/serve.png' });
  await served.end();
  rmSync(folder, { recursive: true, force: true });
}
