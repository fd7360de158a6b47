import type { Section } from '../../shared/contracts/report-data.ts';
import { escapeText } from '../../shared/report/html.ts';
import { renderReport } from '../../shared/report/report.ts';
import { hostileReport, pageOf } from '../helpers/report.ts';

const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>\u202egnp`;

describe('renderReport', () => {
  const page = pageOf(hostileReport(HOSTILE));

  test('no text of the data becomes markup', () => {
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<img');
    expect(page).not.toContain('\u202e');
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(40);
    // Every attribute value is quoted and closed: no quote of the data is left in one.
    expect(page).not.toMatch(/="[^"]*<[^"]*"/);
  });

  test('the page asks for nothing and its own policy forbids it', () => {
    expect(page).toContain(`content="default-src 'none'`);
    const plain = pageOf(hostileReport('text'));
    expect(plain).not.toMatch(/(?:src|srcset|action)=|href="(?!#)/);
    expect(plain).not.toMatch(/url\(|@import/);
  });

  test('it comes piece by piece, each part once and folded behind its title', () => {
    expect([...renderReport(hostileReport('x'))].length).toBeGreaterThan(10);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(page.match(/<details><summary><h2 id=/g)?.length).toBeGreaterThan(10);
  });

  const verdict = { headline: 'First of it.', ways: ['Linked: not tried.'], claims: ['k = 5 holds.'], next: 'Do not publish.' };

  test.each([
    ['guarantee broken', 0],
    ['leaks', 1],
    ['cannot tell', 2],
    ['no leak found', 3],
  ] as const)('the band says %s on its scale, once, and what cannot be told stands before what was not found', (level, at) => {
    const band = pageOf({ ...hostileReport('x'), verdict: { ...verdict, level } });
    expect(band).toContain(`<section class="verdict v${at}"`);
    expect(band).toContain(`<h2 id="verdict">Verdict</h2>`);
    expect(band.match(/aria-current="true"/g)).toHaveLength(1);
    expect(band).toContain(`<li aria-current="true">${level}</li>`);
    const scale = [...(/<ol class="scale">.*?<\/ol>/s.exec(band)?.[0] ?? '').matchAll(/<li[^>]*>([^<]*)</g)].map(([, name]) => name);
    expect(scale).toEqual(['guarantee broken', 'leaks', 'cannot tell', 'no leak found']);
    const order = ['First of it.', 'k = 5 holds.', 'Linked: not tried.', 'Do not publish.'].map((each) => band.indexOf(each));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
  });

  test('a broken guarantee stands in the headline, and not once more among the claims', () => {
    const broken = 'The release breaks its guarantee k = 5 of all items: 3 violations.';
    const band = pageOf({ ...hostileReport('x'), verdict: { ...verdict, level: 'guarantee broken', headline: broken, claims: [broken] } });
    expect(band.split(broken)).toHaveLength(2);
  });

  test('what cannot be computed is said, never 0', () => {
    const section: Section = { kind: 'table', title: 'T', head: ['a', 'b'], rows: [[null, { value: null, low: null, high: null }]] };
    const shown = pageOf({ ...hostileReport('x'), sections: [section] });
    expect(shown.match(/>(?:<span>)?n\/c/g)?.length).toBeGreaterThanOrEqual(2);
  });

  test('columns of words read from the left, columns of figures do not; each cell knows its column, for a phone', () => {
    const section: Section = {
      kind: 'table',
      title: 'T',
      head: ['Rule', 'Rate', 'Where'],
      rows: [
        ['r', '1.0 %', 'here'],
        ['q', null, 'there'],
      ],
    };
    const shown = pageOf({ ...hostileReport('x'), sections: [section] });
    expect(shown).toContain('<th role="columnheader" scope="col" class="words">Rule</th><th role="columnheader" scope="col">Rate</th>');
    expect(shown).toContain(
      '<td role="cell" data-label="Rate">n/c</td><td role="cell" class="words" data-label="Where"><bdi>there</bdi></td>',
    );
  });

  test('a report without people, examples or a comparison has no empty parts', () => {
    const bare = {
      ...hostileReport('x'),
      people: null,
      against: null,
      sections: [],
      guidance: [],
      notices: [],
      next: [],
      glossary: [],
      asked: [],
    };
    expect([...pageOf(bare).matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['verdict', 'repeat']);
  });

  test('a percent sign stays with its figure', () => {
    expect(pageOf({ ...hostileReport('x'), verdict: { ...verdict, level: 'leaks', headline: 'by 13.5 % at most' } })).toContain(
      'by 13.5\u00a0% at most',
    );
  });

  test('an item of any length takes as much of the page as one should', () => {
    expect(pageOf(hostileReport('i'.repeat(10_000))).match(/i{300}…/g)?.length).toBeGreaterThan(3);
  });

  test('escapeText: lone surrogates and control characters', () => {
    expect(escapeText('a\ud800b\u0000c')).toBe('a\ufffdb\ufffdc');
  });
});
