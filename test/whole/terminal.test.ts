import { fitWidth } from '../../bin/fit-width.mjs';
import { HELP, SUMMARIES } from '../../bin/help.mjs';
import { main } from '../../cli/main.ts';
import { terminalProgress } from '../../cli/progress.ts';

const WIDTHS = [60, 80, 120] as const;
const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

async function page(name: string): Promise<string> {
  let out = '';
  await main([name, '--help'], { out: { write: (text) => (out += text) }, err: { write: () => {} } });
  return out;
}

test.each(WIDTHS)('every page of help fits %d columns, and loses no word', async (columns) => {
  for (const text of [HELP, ...(await Promise.all(Object.keys(SUMMARIES).map(page)))]) {
    const fitted = fitWidth(text, columns);
    // A word that is longer than the line is not broken: it could not be copied.
    expect(fitted.split('\n').filter((line) => line.length > columns && words(line).length > 1)).toEqual([]);
    expect(words(fitted).toSorted()).toEqual(words(text).toSorted());
  }
});

test('the page of all commands is one screen', () => {
  const lines = fitWidth(HELP, 81).trimEnd().split('\n');
  expect({ lines: lines.length <= 24, columns: Math.max(...lines.map((line) => line.length)) <= 81 }).toEqual({
    lines: true,
    columns: true,
  });
});

test('a table folds between its columns, the first of them again', () => {
  const table = ['attack  precision  recall  coverage', 'mda        71.9 %   2.5 %   100.0 %', 'gba        71.2 %  62.1 %   100.0 %'].join(
    '\n',
  );
  expect(fitWidth(`${table}\n`, 40)).toBe(`${table}\n`);
  const wide = table.split('\n').map((line) => `${line}  ${line.slice(8)}`);
  expect(fitWidth(`${wide.join('\n')}\n`, 44).split('\n')).toEqual([...table.split('\n'), '', ...table.split('\n'), '']);
});

test('what has no width, or fits, stays as it is', () => {
  const text = `${'word '.repeat(50)}\n`;
  expect(fitWidth(text, undefined)).toBe(text);
  expect(fitWidth('short\n  a   b\n', 60)).toBe('short\n  a   b\n');
});

describe('progress', () => {
  function drawn(columns: number) {
    const lines: string[] = [];
    let clock = 0;
    const err = { write: (text: string) => lines.push(text.replace('\r\u001b[K', '')), isTTY: true, columns };
    const progress = terminalProgress({ out: { write: () => {} }, err }, () => clock);
    return { lines, progress, pass: (milliseconds: number) => (clock += milliseconds) };
  }

  test('which step of how many, and beyond two seconds how long and how much longer', () => {
    const { lines, progress, pass } = drawn(100);
    progress.plan?.(3);
    progress.step('read', null);
    pass(1_000);
    progress.end();
    progress.step('learn', null);
    progress.part?.('practise', 100);
    pass(10_000);
    progress.advance(25);
    expect(lines[0]).toBe('1 of 3  read');
    expect(lines.at(-1)).toBe('2 of 3  learn: practise  ██████░░░░░░░░░░░░░░░░░░  25 %  11 s, about 30 s left');
  });

  test.each(WIDTHS)('fits %d columns', (columns) => {
    const { lines, progress, pass } = drawn(columns);
    progress.plan?.(16);
    progress.step('learn calibrated-precise', null);
    progress.part?.('train', 14);
    for (let done = 0; done <= 14; done += 1) {
      pass(40_000);
      progress.advance(done);
    }
    expect(lines.every((line) => line.length < columns)).toBe(true);
    expect(lines.some((line) => line.includes('█'))).toBe(columns > 60);
  });

  test('in a pipe nothing is drawn', () => {
    let said = '';
    const progress = terminalProgress({ out: { write: () => {} }, err: { write: (text: string) => (said += text) } });
    progress.step('read', 10);
    progress.advance(5);
    progress.end();
    expect(said).toBe('');
  });
});
