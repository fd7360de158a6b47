import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../helpers/browser.ts';
import { hostileReport, pageOf } from '../helpers/report.ts';
import { reportsOf } from '../helpers/reports.ts';

const HOSTILE = `<script>document.title='owned'</script><b onmouseover=alert(1)>${'long'.repeat(40)}`;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser: Browser;
let pages: Readonly<Record<string, string>>;
beforeAll(async () => {
  browser = await openBrowser();
  pages = { ...(await reportsOf()), hostile: pageOf(hostileReport(HOSTILE)) };
});
afterAll(() => browser.close());

const NAMES = ['measured', 'without original', 'cannot judge', 'disassociated', 'redacted', 'hostile'];
interface Opened {
  readonly page: Page;
  readonly requests: string[];
  readonly errors: string[];
}

async function opened(html: string, width: number, colorScheme: 'light' | 'dark', bypassCSP = false): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, bypassCSP });
  const requests: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.setContent(html, { waitUntil: 'load' });
  return { page, requests, errors };
}

describe.each(NAMES)('the report %s', (name) => {
  test.each([
    [360, 'light'],
    [1280, 'dark'],
  ] as const)('at %d pixels, %s: fits, runs nothing, asks for nothing', async (width, scheme) => {
    const { page, requests, errors } = await opened(pages[name], width, scheme);
    // Only the regions made for it scroll sideways, never the page.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await page.title()).toContain('unveil');
    expect(requests.filter((url) => !url.startsWith('about:'))).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  });

  test.each([
    [1120, 'light'],
    [390, 'dark'],
  ] as const)('axe finds nothing at %d pixels, %s: names, roles, order, contrast of 4.5 to 1', async (width, scheme) => {
    const { page } = await opened(pages[name], width, scheme, true);
    await page.evaluate(`for (const folded of document.querySelectorAll('details')) folded.open = true`);
    await page.evaluate(AXE);
    const found = await page.evaluate(
      `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')))`,
    );
    expect(found).toEqual([]);
    await page.close();
  });
});

test('on a phone no table is cut: rows are cards that name their columns, and a picture that goes on says so', async () => {
  const { page } = await opened(pages['measured'], 360, 'light');
  const cut = await page.evaluate(
    `[...document.querySelectorAll('.scroll')].filter((box) => box.scrollWidth > box.clientWidth + 1 && !box.querySelector('.matrix')).length`,
  );
  expect(cut).toBe(0);
  const label = await page.evaluate(`getComputedStyle(document.querySelector('.cards td'), '::before').content`);
  expect(label).toContain('Certainty');
  const cue = await page.evaluate(`getComputedStyle(document.querySelector('.scroll:has(>.matrix)'), '::before').content`);
  expect(cue).toContain('goes on to the right');
  await page.close();
});

test('on paper it is light even in the dark, what is folded is open, and nothing is wider than the page', async () => {
  const { page } = await opened(pages['measured'], 700, 'dark');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe('rgb(253, 252, 250)');
  expect(await page.evaluate(`document.querySelector('details table').getBoundingClientRect().height`)).toBeGreaterThan(50);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(700);
  await page.close();
});

test('the reason of a decision is on its cell, and in a list for those without a pointer', async () => {
  const { page } = await opened(pages['measured'], 900, 'light');
  expect(await page.locator('td.out').first().getAttribute('title')).toMatch(
    /likely its own; taken out as number \d+; (?:it was added|the original holds it)/,
  );
  await page.evaluate("document.querySelectorAll('section > details').forEach((each) => { each.open = true; })");
  await page.locator('summary', { hasText: 'Why each of' }).click();
  expect(await page.locator('details[open] details[open] li').first().isVisible()).toBe(true);
  await page.close();
});

test('the first screen holds verdict, next steps and the picture against chance; on a phone the next steps are within two; it has at most 120 words', async () => {
  for (const [width, height, selectors] of [
    [390, 2 * 844, ['.headline', '.actions']],
    [1280, 900, ['.headline', '.actions', '.against']],
  ] as const) {
    const { page } = await opened(pages['measured'], width, 'light');
    for (const selector of selectors) {
      const box = await page.locator(selector).first().boundingBox();
      expect([width, selector, (box?.y ?? 1e9) + (box?.height ?? 0) < height]).toEqual([width, selector, true]);
    }
    await page.close();
  }
  for (const name of ['measured', 'without original', 'cannot judge', 'disassociated']) {
    const { page } = await opened(pages[name], 1280, 'light');
    // A figure and its percent sign are one word.
    const words = ((await page.locator('.first').innerText()) as string).replaceAll(/\s%/g, '%').split(/\s+/).length;
    expect([name, words <= 120 ? 'short' : words]).toEqual([name, 'short']);
    expect((await page.locator('.rest').boundingBox())?.y).toBeGreaterThanOrEqual(900);
    await page.close();
  }
  const { page } = await opened(pages['measured'], 1200, 'light');
  const lines = await page.locator('.verdict > ul > li').count();
  expect(lines).toBeLessThanOrEqual(3);
  expect(await page.locator('.actions li').count()).toBeLessThanOrEqual(3);
  expect(await page.locator('.scale [aria-current]').count()).toBe(1);
  expect(await page.locator('.against svg').first().getAttribute('aria-label')).toContain('95 % interval');
  await page.close();
});
