import type { Browser, Page } from 'playwright-core';
import { renderReport } from '../../shared/report/report.ts';
import { openBrowser } from '../helpers/browser.ts';
import { hostileReport } from '../helpers/report.ts';

const HOSTILE = `<script>document.title='owned'</script><b onmouseover=alert(1)>${'long'.repeat(40)}`;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function opened(
  width: number,
  colorScheme: 'light' | 'dark',
  text = HOSTILE,
): Promise<{ page: Page; requests: string[]; errors: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const requests: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.setContent(renderReport(hostileReport(text)), { waitUntil: 'load' });
  return { page, requests, errors };
}

test.each([
  [360, 'light'],
  [1280, 'dark'],
] as const)('at %d pixels, %s: fits, runs nothing, asks for nothing', async (width, scheme) => {
  const { page, requests, errors } = await opened(width, scheme);
  // Only the regions made for it scroll sideways, never the page.
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  expect(await page.title()).toContain('unveil');
  expect(requests.filter((url) => !url.startsWith('about:'))).toEqual([]);
  expect(errors).toEqual([]);
  await page.close();
});

test('the reason of an elimination is on its cell, and in a list for those without a pointer', async () => {
  const { page } = await opened(900, 'light');
  expect(await page.locator('td.out').first().getAttribute('title')).toContain('eliminated as number 1, for 0.4000');
  await page.locator('summary').first().click();
  expect(await page.locator('details li').first().isVisible()).toBe(true);
  await page.close();
});

test('headings, tables and pictures have names that a screen reader can say', async () => {
  const { page } = await opened(900, 'light');
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.locator('h1').count()).toBe(1);
  expect(await page.locator('svg:not([aria-label])').count()).toBe(0);
  expect(await page.locator('th:not([scope])').count()).toBe(0);
  await page.close();
});

test('the first screen holds the sentence to quote and what stands beside it, each with its figures', async () => {
  const { page } = await opened(1200, 'light', 'plain');
  const bottomOf = async (selector: string): Promise<number> => {
    const box = await page.locator(selector).first().boundingBox();
    return (box?.y ?? 1e9) + (box?.height ?? 0);
  };
  expect(await bottomOf('.headline')).toBeLessThan(900);
  expect(await bottomOf('.comparison')).toBeLessThan(900);
  expect(await page.locator('.comparison .row').count()).toBe(2);
  expect(await page.locator('.comparison svg').first().getAttribute('aria-label')).toContain('95 % interval 70.0\u00a0% to 90.0\u00a0%');
  expect(await page.locator('.comparison .beside').nth(1).textContent()).toBe('ahead 80.0 (70.0 to 90.0)');
  await page.close();
});
