// npm run licences: writes docs/licences.md, and fails where a licence is not known to go with Apache-2.0. A test holds the page.
import { writeFileSync } from 'node:fs';
import { type Shipped, shippedPackages } from './shipped.ts';

export const PAGE = 'docs/licences.md';

/** Licences whose works may be combined with and shipped beside a work under Apache-2.0, none of them asking for the same licence on ours. */
const COMPATIBLE: ReadonlySet<string> = new Set([
  'Apache-2.0',
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
]);

/** SPDX expressions as packages write them: one of several, or all of them. */
export function isCompatible(licence: string): boolean {
  const bare = licence.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some((each) => isCompatible(each.trim()));
  return bare.split(' AND ').every((each) => COMPATIBLE.has(each.trim()));
}

export function licencesPage(shipped: readonly Shipped[] = shippedPackages()): string {
  const list = (where: Shipped['where']): string => {
    const byLicence = Map.groupBy(
      shipped.filter((each) => each.where === where),
      ({ licence }) => licence,
    );
    const packages = (of: readonly Shipped[]): string => of.map(({ name, version }) => `${name}@${version}`).join(', ');
    return Array.from(byLicence, ([licence, of]) => `- **${licence}**: ${packages(of)}`)
      .toSorted()
      .join('\n');
  };
  return `# Licences of what ships

<!-- written by: npm run licences; versions and licences are those of package-lock.json -->

unveil is under Apache-2.0. npm installs these packages with it, each under a compatible licence (\`scripts/licences.ts\` fails on any other).
[NOTICE](../NOTICE) names the data among them. \`npm run sbom\` writes the same as a CycloneDX file.

## Installed with unveil

${list('package')}

## Only in the functions of an account

${list('cloud')}
`;
}

if (import.meta.main) {
  const shipped = shippedPackages();
  writeFileSync(PAGE, licencesPage(shipped));
  const wrong = shipped.filter(({ licence }) => !isCompatible(licence));
  for (const { name, version, licence } of wrong) console.error(`${name}@${version}: ${licence} is not known to go with Apache-2.0`);
  console.log(`${shipped.length} packages, ${wrong.length} with a licence that is not known to go with ours`);
  process.exit(wrong.length === 0 ? 0 : 1);
}
