import { europepmc } from './europepmc.ts';
import { openalex } from './openalex.ts';
import type { Provider } from './provider.ts';
import { pubmed } from './pubmed.ts';
import { wikipedia } from './wikipedia.ts';

/** The provider of a live source, which planning has checked. */
export function providerOf(name: string): Provider {
  const provider = PROVIDERS.get(name);
  if (provider === undefined) throw new RangeError(`"${name}" is not a live source`);
  return provider;
}

export const PROVIDERS: ReadonlyMap<string, Provider> = new Map([wikipedia, pubmed, europepmc, openalex].map((each) => [each.name, each]));
