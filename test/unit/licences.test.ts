// What ships: its licences go with ours, the page and the bill name all of it.
import { readFileSync } from 'node:fs';
import { isCompatible, licencesPage, PAGE } from '../../scripts/licences.ts';
import { bill } from '../../scripts/sbom.ts';
import { cloudRoots, shippedPackages } from '../../scripts/shipped.ts';

const shipped = shippedPackages();

test('every package that ships has a licence that goes with Apache-2.0', () => {
  expect(shipped.filter(({ licence }) => !isCompatible(licence))).toEqual([]);
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = new Set(shipped.map(({ name }) => name));
  for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) expect(names).toContain(name);
  expect(cloudRoots()).toContain('@middy/core');
});

test.each([
  ['GPL-3.0-only', false],
  ['unknown', false],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-2.0-only', false],
  ['MIT AND ISC', true],
])('%s', (licence, compatible) => {
  expect(isCompatible(licence)).toBe(compatible);
});

test('each Node that is brought has its hash, by which npm checks it at installation', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { integrity?: string; version: string }>;
  };
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { optionalDependencies: Record<string, string> };
  const brought = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
  expect(brought).toHaveLength(5);
  for (const [name, version] of brought)
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/) });
});

test('the page is what the lock file says', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(licencesPage(shipped));
});

test('the bill of materials names each package once, with the hash of what is installed', () => {
  const { components, specVersion } = bill(shipped);
  expect(specVersion).toBe('1.6');
  expect(new Set(components.map((each) => each['bom-ref'])).size).toBe(shipped.length);
  for (const { purl, hashes } of components) {
    expect(purl).toMatch(/^pkg:npm\/(?:%40[^/@]+\/)?[^/@]+@\d/);
    expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  }
});
