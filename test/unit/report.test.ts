import type { ReportData } from '../../shared/contracts/report-data.ts';
import { escapeText } from '../../shared/report/html.ts';
import { renderReport } from '../../shared/report/report.ts';
import { hostileReport } from '../helpers/report.ts';

const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>\u202egnp`;

describe('renderReport', () => {
  const page = renderReport(hostileReport(HOSTILE));

  test('no text of the data becomes markup', () => {
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<img');
    expect(page).not.toContain('\u202e');
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(10);
    // Every attribute value is quoted and closed: no quote of the data is left in one.
    expect(page).not.toMatch(/="[^"]*<[^"]*"/);
  });

  test('the page asks for nothing and its own policy forbids it', () => {
    expect(page).toContain(`content="default-src 'none'`);
    const plain = renderReport(hostileReport('text'));
    expect(plain).not.toMatch(/(?:src|href|srcset|action)=/);
    expect(plain).not.toMatch(/url\(|@import/);
  });

  test('what cannot be computed is said, never 0', () => {
    const data: ReportData = hostileReport('x');
    const attack = { ...(data.attacks[0] as ReportData['attacks'][number]), precision: { value: null, low: null, high: null } };
    expect(renderReport({ ...data, attacks: [attack] })).toContain('<td>n/c</td>');
  });

  test('an attack that errored is said to be no sign of safety', () => {
    const data = hostileReport('x');
    const attack = { ...(data.attacks[0] as ReportData['attacks'][number]), status: 'errored' as const, reason: 'it failed on 1 of 2' };
    expect(renderReport({ ...data, attacks: [attack] })).toContain('This is no sign of safety');
  });

  test('columns of words read from the left, columns of figures do not', () => {
    const section = {
      kind: 'table' as const,
      title: 'T',
      head: ['Rule', 'Rate', 'Where'],
      rows: [
        ['r', '1.0 %', 'here'],
        ['q', null, 'there'],
      ],
    };
    const page = renderReport({ ...hostileReport('x'), sections: [section] });
    expect(page).toContain('<th scope="col" class="words">Rule</th><th scope="col">Rate</th><th scope="col" class="words">Where</th>');
    expect(page).toContain('<td><bdi>n/c</bdi></td><td class="words"><bdi>there</bdi></td>');
  });

  test('a disassociated release has no table of attacks on items', () => {
    const data = { ...hostileReport('x'), attacks: [] };
    expect(renderReport(data)).toContain('id="attacks"');
    expect(renderReport({ ...data, kind: 'disassociated' })).not.toContain('id="attacks"');
  });

  test('a percent sign stays with its figure', () => {
    expect(renderReport({ ...hostileReport('x'), headline: 'by 13.5 % at most' })).toContain('by 13.5\u00a0% at most');
  });

  test('escapeText: lone surrogates and control characters', () => {
    expect(escapeText('a\ud800b\u0000c')).toBe('a\ufffdb\ufffdc');
  });
});
