import type { Offers } from '../kit/offers.ts';
import { countsOffers } from './counts/offers.ts';
import { disassociatedOffers } from './disassociated/offers.ts';
import { graphOffers } from './graph/offers.ts';
import { groupsOffers } from './groups/offers.ts';
import { localOffers } from './local/offers.ts';
import { placesOffers } from './places/offers.ts';
import { queryLogOffers } from './query-log/offers.ts';
import type { KindName } from './registry.ts';
import { relationalOffers } from './relational/offers.ts';
import { sanitisedTextOffers } from './sanitised-text/offers.ts';
import { setGeneralisedOffers } from './set-generalised/offers.ts';

/** Offers of each kind to the commands. Apart from the registry, so that functions of the cloud are not bundled with code that only commands run. */
export const OFFERS_OF: Readonly<Record<KindName, Offers>> = {
  'set-generalised': setGeneralisedOffers,
  disassociated: disassociatedOffers,
  relational: relationalOffers,
  places: placesOffers,
  groups: groupsOffers,
  local: localOffers,
  graph: graphOffers,
  'query-log': queryLogOffers,
  'sanitised-text': sanitisedTextOffers,
  counts: countsOffers,
};
