// The pages of compare, campaign and certify: with hostile names they fit a phone, run nothing, ask for nothing, and can be read aloud.
import type { Browser } from 'playwright-core';
import { COMPARED, type ComparedAudit } from '../../shared/contracts/audit-comparison.ts';
import type { CampaignLine } from '../../shared/contracts/campaign-result.ts';
import type { Statement } from '../../shared/contracts/statement.ts';
import { renderComparison } from '../../shared/report/audits-page.ts';
import { renderCampaign } from '../../shared/report/campaign-page.ts';
import { renderStatement } from '../../shared/report/statement-page.ts';
import { openBrowser } from '../helpers/browser.ts';

const HOSTILE = `<script>document.title='owned'</script>"><b onmouseover=alert(1)>${'long'.repeat(40)}`;
const estimate = { value: 0.6, low: 0.4, high: 0.8 };
const hash = 'a'.repeat(64);

const compared = (name: string): ComparedAudit => ({
  name,
  auditId: HOSTILE,
  kind: HOSTILE,
  transactions: 10,
  releaseSha256: hash,
  originalSha256: null,
  sources: [HOSTILE],
  unveilVersion: HOSTILE,
  attack: HOSTILE,
  attacker: HOSTILE,
  figures: Object.fromEntries(COMPARED.map((measure) => [measure, estimate])) as ComparedAudit['figures'],
  utility: { from: 'recomputed', pairCountError: 0.3, ncp: 0.2 },
});

const line = (status: CampaignLine['status']): CampaignLine => ({
  name: HOSTILE,
  auditId: null,
  status,
  reason: HOSTILE,
  word: null,
  figures:
    status === 'succeeded'
      ? {
          kind: HOSTILE,
          transactions: 1,
          attack: null,
          found: { attack: HOSTILE, figure: HOSTILE, share: estimate, less: { name: HOSTILE, value: 0.5 } },
          named80: 0.4,
          precision: estimate,
          recall: estimate,
          f1: estimate,
        }
      : null,
});

const statement: Statement = {
  version: 1,
  signer: HOSTILE,
  signedAt: '2026-11-19T00:00:00Z',
  audit: { id: HOSTILE, name: HOSTILE, kind: HOSTILE, day: HOSTILE, unveilVersion: HOSTILE, requestSha256: hash, seed: HOSTILE },
  claim: { k: 3, m: 2, finding: 'held' },
  inputs: [{ role: 'release', sha256: hash }],
  transactions: 3,
  sources: [HOSTILE],
  named: [{ attack: HOSTILE, certainty: 0.8, share: estimate }],
  attackers: [
    {
      attack: HOSTILE,
      version: 1,
      parameters: HOSTILE,
      baseline: true,
      status: HOSTILE,
      coverage: 0.5,
      precision: estimate,
      recall: estimate,
      precisionLift: { value: null, low: null, high: null },
    },
  ],
  findings: [
    { attack: HOSTILE, version: 1, about: HOSTILE, status: HOSTILE, figure: HOSTILE, share: estimate, less: { name: HOSTILE, value: 0.5 } },
  ],
  results: [],
  doesNotProve: [HOSTILE],
};

const PAGES = {
  compare: renderComparison({
    version: 2,
    of: 'releases',
    judgedBy: 'named_80',
    verdict: HOSTILE,
    notices: [HOSTILE],
    audits: [compared(HOSTILE), compared(`${HOSTILE}2`)],
    differences: [
      {
        measure: 'f1',
        first: HOSTILE,
        second: HOSTILE,
        difference: 0.1,
        low: 0.05,
        high: 0.2,
        paired: 'people',
        finding: 'above',
        reason: null,
      },
    ],
  }),
  campaign: renderCampaign({
    version: 1,
    campaign: HOSTILE,
    unveilVersion: HOSTILE,
    totals: { succeeded: 1, rejected: 0, failed: 1 },
    audits: [line('succeeded'), line('failed')],
  }),
  certify: renderStatement(statement, hash, HOSTILE),
};

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.each(Object.entries(PAGES))('the page of %s', (_, content) => {
  test.each([
    [360, 'light'],
    [1280, 'dark'],
  ] as const)('at %d pixels, %s: fits, runs nothing, asks for nothing', async (width, colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const [requests, errors]: [string[], string[]] = [[], []];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.setContent(content, { waitUntil: 'load' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await page.title()).toMatch(/^unveil/);
    expect([requests.filter((url) => !url.startsWith('about:')), errors]).toEqual([[], []]);
    expect(await page.locator('script, img, link, iframe').count()).toBe(0);
    expect(await page.locator('svg:not([aria-label]), th:not([scope])').count()).toBe(0);
    expect(await page.locator('h1').count()).toBe(1);
    await page.close();
  });
});
