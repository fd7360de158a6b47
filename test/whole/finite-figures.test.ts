// A figure that is no number never leaves a measure: it would be written as an empty cell, and read as "nothing found".

import { FINDINGS } from '../../shared/contracts/audit-tables.ts';
import { rowOf } from '../../shared/contracts/table.ts';
import { decided } from '../../shared/core/verdict/trial.ts';
import { rowBlocks } from '../../shared/kit/publish/row-blocks.ts';
import { auditTexts } from '../oracle/twins/whole/whole-audit.ts';

const BAD = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

test.each(BAD)('a finding with %d anywhere is errored, and nothing of it is quoted', (bad) => {
  for (const rest of [
    { value: bad },
    { value: 0.5, interval: { low: 0.1, high: bad } },
    { value: 0.5, baseline: { name: 'chance', value: bad } },
    { value: 0.5, overBaseline: { lift: 0.1, low: bad, high: 0.2 } },
    { value: 0.5, disclosedAt: [{ certainty: 0.9, share: bad, right: null }] },
    { value: 0.5, details: { pairs: bad } },
  ])
    expect(decided('link', null, 'so it is', rest)).toMatchObject({ status: 'errored', value: null, interval: null, details: {} });
  expect(decided('link', null, 'so it is', { value: 0.5, details: { pairs: 3 } })).toMatchObject({ status: 'decided', value: 0.5 });
});

test.each(BAD)('a row with %d is a fault, and names its column', (bad) => {
  expect(() => [...rowBlocks(FINDINGS, [rowOf(FINDINGS, { attack: 'link', value: bad })])]).toThrow(`findings.value is ${bad}`);
  expect([...rowBlocks(FINDINGS, [rowOf(FINDINGS, { attack: 'link', value: 0.5 })])]).toHaveLength(1);
});

test('a log in which no query is published: not computable, where 0 of 0 was divided', async () => {
  const release = '{"log":"strings","k":2}\n{"user":"p1","cluster":0,"queries":[]}\n{"user":"p2","cluster":0,"queries":[]}\n';
  const files = await auditTexts({ release, original: null, request: { kind: 'query-log' } });
  const [first] = (files['findings.jsonl'] ?? '').split('\n').map((line) => (line === '' ? null : JSON.parse(line)));
  expect(first).toMatchObject({ attack: 'known queries', people: 0, of: 2, exposed: 0 });
  expect(files['report.html']).toContain('no query is published');
});

test('an attacker who knows only how far people go: a first line without a line below it', async () => {
  const header = '"square":[0,0,8],"levels":2';
  const release = `{${header}}\n{"time":1,"user":"p1","region":[1,0,0]}\n{"time":2,"user":"p1","region":[1,1,0]}\n`;
  const files = await auditTexts({
    release,
    original: null,
    beside: { 'known.jsonl': `{${header},"reach":2}\n` },
    request: { kind: 'places', external: 'known.jsonl' },
  });
  // Of each region half is within reach of the other.
  expect(files['report.html']).toMatch(/50\.0\s%\s?of the area of regions is out of reach/);
});
