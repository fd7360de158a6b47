import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';

/** In a single process the browser ends with its first page; and it is to keep what pages of different origins owe one another, as a user's does. */
const UNWANTED = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
];

/** A real browser that came with the install. */
export async function openBrowser(): Promise<Browser> {
  const args = chromium.args.filter((arg) => !UNWANTED.includes(arg));
  return playwright.launch({ executablePath: unpacked(), args: [...args, '--no-sandbox'], headless: true });
}

/** Waits until the task of a page of unveil serve has ended. A page that is still being read has no progress bar either. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.locator('#course').waitFor({ state: 'detached', timeout: 120_000 });
}

/** The package unpacks into the temporary folder, and runs whatever is there under that name already: here it gets a folder of the clone. */
function unpacked(cache = resolve('.cache')): string {
  const { version } = JSON.parse(readFileSync('node_modules/@sparticuz/chromium/package.json', 'utf8')) as { readonly version: string };
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const draft = mkdtempSync(`${folder}-`);
    const unpack = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
    execFileSync(process.execPath, ['--input-type=module', '-e', unpack], { env: { ...process.env, TMPDIR: draft } });
    try {
      renameSync(draft, folder);
    } catch (error) {
      // Another test was quicker.
      rmSync(draft, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, 'chromium');
}
