import { existsSync, readFileSync } from 'node:fs';

const NAMED = /`(test\/[\w./-]+\.test\.ts)`: \*([^*]+)\*/g;

interface Named {
  readonly file: string;
  readonly title: string;
}

const named = (page: string): Named[] => [...page.matchAll(NAMED)].map(([, file = '', title = '']) => ({ file, title }));

/** The quoted words stand in the named file, in the line of a test, of a group of tests, or of one of their cases. */
function isThere({ file, title }: Named): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').includes(title);
}

/** Rows of tables that claim something and name no test. */
function withoutTest(page: string): string[] {
  const rows = page.split('\n').filter((line) => line.startsWith('|') && !/^\|(?:---| threat )/.test(line));
  return rows.filter((row) => named(row).length === 0);
}

test('each claim of docs/security.md names tests that are there', () => {
  const page = readFileSync('docs/security.md', 'utf8');
  expect(named(page).length).toBeGreaterThan(40);
  expect(named(page).filter((each) => !isThere(each))).toEqual([]);
  expect(withoutTest(page)).toEqual([]);
});

test('a test that is not there, or is called otherwise, and a claim without one are found', () => {
  const gone = '| a threat | a promise | `test/unit/nowhere.test.ts`: *holds* |\n| another | `test/unit/security-page.test.ts` |';
  expect(named(gone).map(isThere)).toEqual([false]);
  expect(withoutTest(gone)).toHaveLength(1);
  expect(isThere({ file: 'test/unit/security-page.test.ts', title: ['no', 'such', 'title'].join(' ') })).toBe(false);
});
