// Fails when a file imports what its folder may not (import-table.ts), when one outside its folder names a kind of release (kind-names.ts), when
// an export has no importer or a word has two meanings (exported-names.ts), or when a file was not read at all: without its parser the cruiser reads
// nothing and finds no violation.
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { checkExportedNames } from './exported-names.ts';
import { forbidden, options } from './import-table.ts';
import { checkKindNames } from './kind-names.ts';

const FOLDERS = ['shared', 'functions', 'infra', 'cli', 'cloud-local', 'test', 'bench'];

export async function checkImports(root: string) {
  const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root })).toSorted();
  const { output } = await cruise(files.length === 0 ? [] : files, {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  } as never);
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text where its result was asked for');
  const read = new Set(output.modules.map((module) => relative(root, join(root, module.source))));
  const unread = files.filter((file) => !read.has(file));
  return {
    read: files.length - unread.length,
    unread,
    violations: output.summary.violations.map(({ rule, from, to }) => `${from} -> ${to}: ${rule.name}`),
  };
}

if (import.meta.main) {
  const { read, unread, violations } = await checkImports(process.cwd());
  const kinds = checkKindNames(process.cwd());
  const names = checkExportedNames(process.cwd());
  for (const violation of [...violations, ...kinds, ...names]) console.error(violation);
  for (const file of unread) console.error(`${file}: was not read`);
  console.log(
    `${read} files read, ${unread.length} unread, ${violations.length} forbidden imports, ${kinds.length} names of kinds outside their folders, ${names.length} exports of no use or two meanings`,
  );
  process.exit(read > 0 && unread.length === 0 && violations.length + kinds.length + names.length === 0 ? 0 : 1);
}
