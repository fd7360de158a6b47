// The pages of compare, campaign and certify: with hostile names they fit a phone, run nothing, ask for nothing, and can be read aloud.
import type { Browser } from 'playwright-core';
import { COMPARED, COMPARISON_VERSION, type ComparedAudit } from '../../shared/contracts/audit-comparison.ts';
import type { CampaignLine } from '../../shared/contracts/campaign-result.ts';
import { STATEMENT_VERSION, type Statement } from '../../shared/contracts/statement.ts';
import { type Finding, withoutFigure } from '../../shared/core/verdict/finding.ts';
import { LEVELS, type Level } from '../../shared/core/verdict/verdict.ts';
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
  level: 'leaks',
  headline: HOSTILE,
});

const line = (status: CampaignLine['status'], level: Level = 'leaks'): CampaignLine => ({
  name: HOSTILE,
  auditId: null,
  status,
  reason: HOSTILE,
  word: level === 'leaks' ? 'above the limit' : null,
  figures:
    status === 'succeeded'
      ? {
          kind: HOSTILE,
          people: 1,
          level,
          way: 'learned',
          headline: HOSTILE,
          attack: HOSTILE,
          exposed: estimate,
        }
      : null,
});

const finding: Finding = {
  way: 'learned',
  attack: HOSTILE,
  about: HOSTILE,
  knows: HOSTILE,
  facts: null,
  confidence: 0.8,
  people: 2,
  of: 3,
  right: 1.5,
  expectedRight: null,
  baseline: { name: HOSTILE, right: 1 },
  exposed: 0.1,
  interval: { low: 0, high: 0.3 },
  uncertainty: null,
  state: 'measured',
  reason: HOSTILE,
  lost: 0,
};
const obstacle = { why: HOSTILE, remedy: HOSTILE };

const statement: Statement = {
  version: STATEMENT_VERSION,
  signer: HOSTILE,
  signedAt: '2026-11-19T00:00:00Z',
  audit: { id: HOSTILE, name: HOSTILE, kind: HOSTILE, day: HOSTILE, unveilVersion: HOSTILE, requestSha256: hash, seed: HOSTILE },
  conclusion: {
    version: 1,
    verdict: {
      level: 'leaks',
      way: 'learned',
      ways: [
        { way: 'learned', level: 'leaks', lead: finding, atLeast: 0.05, power: 0.1, tried: [HOSTILE], obstacles: [obstacle] },
        { way: 'linked', level: 'cannot tell', lead: null, atLeast: null, power: null, tried: [], obstacles: [obstacle] },
      ],
    },
    text: { headline: HOSTILE, ways: [HOSTILE], next: HOSTILE },
    claims: [
      { text: HOSTILE, scope: HOSTILE, state: 'held', checked: 3, violations: 0, example: null },
      { text: HOSTILE, scope: HOSTILE, state: 'not checked', checked: null, violations: null, example: HOSTILE },
    ],
    findings: [finding, withoutFigure(finding, 'errored', HOSTILE, { lost: 2 })],
    gate: { open: false, message: HOSTILE, by: HOSTILE },
  },
  inputs: [{ role: 'release', sha256: hash }],
  people: 3,
  sources: [HOSTILE],
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
  results: [],
  doesNotProve: [HOSTILE],
};

const PAGES = {
  compare: renderComparison({
    version: COMPARISON_VERSION,
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
    campaign: HOSTILE,
    unveilVersion: HOSTILE,
    audits: [...LEVELS.map((level) => line('succeeded', level)), line('failed'), { ...line('failed'), status: 'lost', reason: null }],
  }),
  certify: renderStatement(statement, hash),
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
