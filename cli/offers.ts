import { OFFERS_OF } from '../shared/kinds/offers.ts';
import { KINDS } from '../shared/kinds/registry.ts';
import type { Offers } from '../shared/kit/offers.ts';
import type { Options } from '../shared/kit/option.ts';

export const OFFERS: readonly (Offers & { readonly kind: string })[] = KINDS.map(({ name }) => ({ kind: name, ...OFFERS_OF[name] }));

export const offersOf = (kind: string | undefined): Offers | undefined => OFFERS.find((offers) => offers.kind === kind);

export const METHODS = OFFERS.flatMap(({ makes }) => makes?.methods ?? []);

/** Of an option that several have the first row counts. */
export const merged = (tables: readonly Options[]): Options => Object.assign({}, ...tables.toReversed());
