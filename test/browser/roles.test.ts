// Four readers with files of their own, each from the file to a decision on the page, without typing the name of a column.
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { settled } from '../helpers/browser.ts';
import { browser, newPage, serious, served, servedPages } from '../helpers/served-pages.ts';

const LONG = 180_000;
const TOOLS = resolve('test/fixtures/strangers/tools');
/** `UNVEIL_PICTURES=FOLDER` keeps what was seen, at 1280 and 390 pixels. */
const PICTURES = process.env['UNVEIL_PICTURES'];

servedPages();

async function opened(page: string, role: string, file: string): Promise<{ page: Page; errors: string[] }> {
  const seen = await newPage({ viewport: { width: 1280, height: 900 } });
  const errors: string[] = [];
  seen.on('pageerror', (error) => errors.push(error.message));
  await seen.goto(served.address + page);
  await seen.locator(`#file-${role}`).setInputFiles(file);
  await seen.getByRole('button', { name: 'Look at it' }).click();
  await seen.waitForURL(/tasks/);
  await settled(seen);
  return { page: seen, errors };
}

async function pictured(page: Page, name: string): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect([name, width, wider]).toEqual([name, width, 0]);
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`) });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await serious(page)).toEqual([]);
}

const button = (page: Page, name: string) => page.getByRole('button', { name });

test(
  'a data officer: a workbook with titles and two sheets becomes a release, and its audit',
  async () => {
    const { page, errors } = await opened('anonymise', 'transactions', join(TOOLS, 'long-de.openpyxl-title-two-sheets.xlsx'));
    await page.locator('#columns').waitFor();
    expect(await page.locator('[data-tried]').textContent()).toBe('24 transactions of 8 different items.');
    expect(await page.getByLabel('Fälle').isChecked()).toBe(true);
    expect(await page.getByLabel('Bezeichnung').inputValue()).toBe('label');
    await pictured(page, 'officer-columns');
    await button(page, 'Read it so').click();
    await page.locator('#understood').waitFor({ timeout: 60_000 });
    await page.getByLabel('Method', { exact: true }).selectOption('km');
    await page.getByLabel('k', { exact: true }).fill('3');
    await page.locator('summary', { hasText: 'km' }).click();
    await page.locator('#field-hierarchy').fill('degree:2');
    await button(page, 'Make the release').click();
    await settled(page);
    expect(await page.locator('main').textContent()).toContain('release.jsonl');
    await button(page, 'Audit this release').click();
    await page.locator('#understood').waitFor({ timeout: 60_000 });
    await button(page, 'Audit it').click();
    await page.getByRole('link', { name: 'Open the report' }).waitFor({ timeout: 120_000 });
    await pictured(page, 'officer-result');
    expect(errors).toEqual([]);
  },
  LONG,
);

test(
  'an analyst: roles are clicked, and what the table becomes is shown at once',
  async () => {
    const { page, errors } = await opened('anonymise', 'transactions', join(TOOLS, 'wide-fr.excel-csv.csv'));
    const before = await page.locator('[data-tried]').textContent();
    expect(before).toBe('24 transactions of 8 different items.');
    for (const name of ['DAS1', 'DAS2', 'DAS3', 'DAS4']) {
      await page.getByLabel(name, { exact: true }).selectOption('left out');
      await page.locator('[data-tried]', { hasText: /^\d/ }).waitFor();
    }
    await page.locator('[data-tried]', { hasText: '24 transactions of' }).waitFor();
    // An unreadable file explains why, and the choice that mends it is next to the message.
    await page.getByLabel('DP', { exact: true }).selectOption('left out');
    await page.locator('[data-tried]', { hasText: 'choose the columns of items' }).waitFor();
    await page.getByLabel('DP', { exact: true }).selectOption('item');
    await page.locator('[data-tried]', { hasText: '24 transactions of' }).waitFor();
    await button(page, 'Read it so').click();
    await page.locator('#understood').waitFor({ timeout: 60_000 });
    expect(await page.locator('.facts').textContent()).toContain('Transactions24');
    expect(errors).toEqual([]);
  },
  LONG,
);

test(
  'a researcher: a table of people, without the names, anonymised and audited',
  async () => {
    const { page, errors } = await opened('anonymise', 'transactions', join(TOOLS, 'people-en.xlsxwriter.xlsx'));
    expect(await page.locator('[data-tried]').textContent()).toBe('A table of people, a record a person.');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('identifier');
    await pictured(page, 'researcher-columns');
    await button(page, 'Read it so').click();
    await page.locator('#understood').waitFor({ timeout: 60_000 });
    expect(await page.locator('main').textContent()).not.toContain('Hill A.');
    await page.getByLabel('k', { exact: true }).fill('3');
    await button(page, 'Make the release').click();
    await settled(page);
    await button(page, 'Audit this release').click();
    await page.locator('#understood').waitFor({ timeout: 60_000 });
    await button(page, 'Audit it').click();
    await page.getByRole('link', { name: 'Open the report' }).waitFor({ timeout: 120_000 });
    expect(await page.locator('.level').first().textContent()).toMatch(/^Verdict: (?:guarantee broken|leaks|cannot tell|no leak found)$/);
    await pictured(page, 'researcher-result');
    expect(errors).toEqual([]);
  },
  LONG,
);

test(
  'an engineer: another sheet is one click, and what it holds is shown',
  async () => {
    const { page, errors } = await opened('', 'release', join(TOOLS, 'wide-en.openpyxl-title-two-sheets.xlsx'));
    expect(await page.getByLabel('Visits').isChecked()).toBe(true);
    await page.getByLabel('Notes').check();
    await page.locator('[data-tried]', { hasNotText: 'Looking' }).waitFor();
    await page.getByLabel('Visits').check();
    await page.getByLabel('visit_id', { exact: true }).waitFor({ timeout: 30_000 });
    await button(page, 'Read it so').click();
    await page.locator('#understood').waitFor({ timeout: 60_000 });
    expect(await page.locator('.facts').textContent()).toContain('Distinct items8');
    await button(page, 'Audit it').click();
    await settled(page);
    expect(await page.locator('main').textContent()).toMatch(/no generalised item|nothing to attack|cannot judge|cannot/i);
    expect(errors).toEqual([]);
  },
  LONG,
);

test(
  'an original that can be read in more than one way is read by clicking as well',
  async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(served.address);
    await page.locator('#file-release').setInputFiles(join(TOOLS, 'pairs-en.pandas-records.json'));
    await page.locator('#file-original').setInputFiles(join(TOOLS, 'long-en.xlsxwriter.xlsx'));
    await button(page, 'Look at it').click();
    await page.waitForURL(/tasks/);
    await settled(page);
    await page.locator('h2', { hasText: 'How is the original to be read?' }).waitFor();
    await button(page, 'Read it so').click();
    await page.locator('#understood').waitFor({ timeout: 60_000 });
    expect(await page.locator('.facts').textContent()).toContain('Transactions, original24');
  },
  LONG,
);
