import { existsSync, globSync, readFileSync } from 'node:fs';

/** Folders of the repository, and of `shared`, that comments name files in. */
const FOLDERS =
  'shared|core|app|kinds|contracts|adapters|ports|report|lambda|test|docs|adr|figures|bench|scripts|cli|infra|functions|cloud-local|examples|spec|reference|golden';
const NAMED = new RegExp(`(?<![\\w./:@-])((?:${FOLDERS})/[\\w./-]*\\w)`, 'g');
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g;

test('every file and folder that a comment names is there', () => {
  const files = globSync('{shared,cli,infra,functions,cloud-local,scripts,bench,test}/**/*.ts');
  expect(files.length).toBeGreaterThan(1000);
  const missing = files.flatMap((file) => {
    const above = file.split('/').map((_, at, parts) => parts.slice(0, at).join('/'));
    const isThere = (name: string): boolean =>
      ['', 'shared', 'docs', ...above].some((folder) =>
        ['', '.ts', '.md'].some((end) => existsSync(`${folder === '' ? '.' : folder}/${name}${end}`)),
      );
    const comments = readFileSync(file, 'utf8').match(COMMENTS) ?? [];
    return comments.flatMap((comment) =>
      Array.from(comment.matchAll(NAMED), ([, name]) => name as string)
        // NAME stands for any.
        .filter((name) => !/[A-Z]{2}/.test(name) && !isThere(name))
        .map((name) => `${file}: ${name}`),
    );
  });
  expect(missing).toEqual([]);
});
