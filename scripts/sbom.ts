// npm run -s sbom > sbom.json: what ships, as CycloneDX 1.6. The same tree gives the same bytes: it holds no time and no random number.
import { readFileSync } from 'node:fs';
import { type Shipped, shippedPackages } from './shipped.ts';

const purl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

export function bill(shipped: readonly Shipped[] = shippedPackages()) {
  const { name, version, license, description } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purl(name as string, version as string),
        name,
        version,
        description,
        licenses: [{ license: { id: license } }],
        purl: purl(name as string, version as string),
      },
    },
    components: shipped.map((each) => {
      const reference = purl(each.name, each.version);
      const [algorithm, hash] = each.integrity.split('-', 2);
      return {
        type: 'library',
        'bom-ref': `${reference}#${each.where}`,
        name: each.name,
        version: each.version,
        licenses: /[ ()]/.test(each.licence) ? [{ expression: each.licence }] : [{ license: { id: each.licence } }],
        purl: reference,
        ...(algorithm === 'sha512' && hash !== undefined
          ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }
          : {}),
        properties: [{ name: 'unveil:where', value: each.where }],
      };
    }),
  };
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(bill(), null, 2)}\n`);
