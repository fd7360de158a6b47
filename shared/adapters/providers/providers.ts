import { europepmc } from './europepmc.ts';
import { openalex } from './openalex.ts';
import type { Provider } from './provider.ts';
import { pubmed } from './pubmed.ts';
import { wikipedia } from './wikipedia.ts';

export const PROVIDERS: ReadonlyMap<string, Provider> = new Map([wikipedia, pubmed, europepmc, openalex].map((each) => [each.name, each]));
