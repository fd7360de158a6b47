// Finds exports without an importer, and names that several files export with different meanings: one word, one meaning. Reads text, not
// syntax, which takes a tenth of the time: the formatter puts each export at the start of a line, and names in braces.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDERS = ['shared', 'cli', 'functions', 'infra', 'cloud-local', 'bench', 'scripts', 'test'];
/** The files that users load: their tests and programs are not here. */
const PRODUCT = /^(?:shared|cli|functions|infra|cloud-local)\//;
/** Loaded by name, or by users of the package. */
const ENTRIES = /^(?:cli\/index\.ts|functions\/[^/]+\/handler\.ts|bench\/.*\.bench\.ts)$/;

/** Files that fill in one interface, each with parts of the same names. */
const ALIKE: readonly RegExp[] = [
  /^shared\/(?:kinds\/[^/]+|kit\/plain)\//,
  /^functions\/[^/]+\/(?:env|handler)\.ts$/,
  /^cli\/commands\//,
  /^cli\/anonymise\//,
];

/** Exports for tests alone, with the reason. */
const FOR_TESTS: Readonly<Record<string, string>> = {
  tableOf: 'a table of people in a line, of which a dozen test files make theirs',
};

const EXPORT = /^export (?:async |abstract |declare )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const FROM = /^(?:import|export) (?:type )?(?:\{([^}]*)\}|\* as \w+|\*|\w+(?:, \{([^}]*)\})?) from '(\.[^']+)'/gm;
const LOADED = /import\(\s*'(\.[^']+)'\s*\)/g;

interface Exported {
  readonly file: string;
  readonly name: string;
}

/** Every export that no file or only tests import, and every name of the product with several meanings. */
export function checkExportedNames(root: string): readonly string[] {
  const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,mjs}`, { cwd: root })).toSorted();
  const exported: Exported[] = [];
  const importers = new Map<string, string[]>();
  const own = new Map<string, string>();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const imports = (from: string, name: string): void => {
      const key = `${join(dirname(file), from)} ${name}`;
      importers.set(key, [...(importers.get(key) ?? []), file]);
    };
    for (const [, names, more, from] of text.matchAll(FROM)) {
      const list = names ?? more;
      if (list === undefined) imports(from as string, '*');
      for (const name of (list ?? '').matchAll(/(?:^|,)\s*(?:type )?(\w+)/g)) imports(from as string, name[1]);
    }
    for (const [, from] of text.matchAll(LOADED)) imports(from as string, '*');
    if (file.startsWith('test/')) continue;
    own.set(file, text);
    for (const name of new Set([...text.matchAll(EXPORT)].map((match) => match[1]))) exported.push({ file, name });
  }
  const usersOf = ({ file, name }: Exported): readonly string[] =>
    [`${file} ${name}`, `${file} *`].flatMap((key) => importers.get(key) ?? []);
  return [...unused(exported, usersOf, own), ...ambiguous(exported)];
}

function unused(
  exported: readonly Exported[],
  usersOf: (each: Exported) => readonly string[],
  own: ReadonlyMap<string, string>,
): readonly string[] {
  return exported.flatMap((each) => {
    if (ENTRIES.test(each.file)) return [];
    const users = usersOf(each);
    if (users.length === 0) return [`${each.file}: exports ${each.name}, which no other file imports`];
    if (!PRODUCT.test(each.file) || Object.hasOwn(FOR_TESTS, each.name) || users.some((user) => !user.startsWith('test/'))) return [];
    const times = own.get(each.file)?.match(new RegExp(`\\b${each.name}\\b`, 'g'))?.length ?? 0;
    return times > 1 ? [] : [`${each.file}: ${each.name} is used by tests alone`];
  });
}

function ambiguous(exported: readonly Exported[]): readonly string[] {
  const byName = Map.groupBy(
    exported.filter(({ file }) => PRODUCT.test(file)),
    ({ name }) => name,
  );
  return [...byName].flatMap(([name, places]) => {
    const files = places.map(({ file }) => file);
    if (files.length < 2 || ALIKE.some((alike) => files.every((file) => alike.test(file)))) return [];
    return [`${name} is exported by ${files.join(' and ')}: give each meaning a word of its own, or write it once`];
  });
}
