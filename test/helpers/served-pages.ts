import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { type Served, serve } from './serve.ts';

// Live bindings: set before the tests of the file that calls `servedPages`.
export let browser: Browser;
export let folder: string;
export let served: Served;
let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>> = [];

/** A browser for the tests of a file, and for each of them a folder of its own in which `unveil serve` runs. */
export function servedPages(): void {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'unveil-pages-'));
    served = await serve(folder);
    cookies = [];
  });
  afterEach(async () => {
    await served.end();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** A page of one user: windows differ in their options and share the cookie, since the address that was printed serves one browser. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  if (cookies.length === 0) {
    await page.goto(served.address);
    cookies = await page.context().cookies();
  } else await page.context().addCookies(cookies);
  return page;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds that would keep somebody from using the page. */
export async function serious(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = (await page.evaluate('axe.run()')) as {
    violations: { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }[];
  };
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')} ${nodes[0]?.failureSummary}`);
}
