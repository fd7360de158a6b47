import type { ReleaseKind } from '../contracts/audit-request.ts';
import { tellsClusters } from './disassociated/tells.ts';
import { CLUSTERS_LISTED } from './disassociated/words.ts';
import { tellsGraph } from './graph/tells.ts';
import { tellsGroups } from './groups/tells.ts';
import type { Kind, ListedKind } from './kind.ts';
import { tellsLocal } from './local/tells.ts';
import { tellsPlaces } from './places/tells.ts';
import { tellsLog } from './query-log/tells.ts';
import { tellsPeople } from './relational/tells.ts';
import { tellsTexts } from './sanitised-text/tells.ts';
import { tellsTransactions } from './set-generalised/tells.ts';
import { SETS_LISTED } from './set-generalised/words.ts';

/** Every kind of release that is audited: an entry each, by the name that requests and results call it. A kind is loaded when a release is of it. */
export const KIND_OF = {
  'set-generalised': {
    tells: tellsTransactions,
    load: async () => (await import('./set-generalised/kind.ts')).setGeneralised,
    experiment: async () => (await import('./set-generalised/experiment/experiment.ts')).setGeneralisedExperiment,
    ...SETS_LISTED,
  },
  disassociated: {
    tells: tellsClusters,
    load: async () => (await import('./disassociated/kind.ts')).disassociated,
    experiment: async () => (await import('./disassociated/experiment/experiment.ts')).disassociatedExperiment,
    ...CLUSTERS_LISTED,
  },
  relational: {
    tells: tellsPeople,
    load: async () => (await import('./relational/kind.ts')).relational,
    holds: 'columns',
    advised: true,
  },
  places: { tells: tellsPlaces, load: async () => (await import('./places/kind.ts')).places },
  groups: { tells: tellsGroups, load: async () => (await import('./groups/kind.ts')).groups },
  local: { tells: tellsLocal, load: async () => (await import('./local/kind.ts')).local },
  graph: { tells: tellsGraph, load: async () => (await import('./graph/kind.ts')).graph },
  'query-log': { tells: tellsLog, load: async () => (await import('./query-log/kind.ts')).queryLog },
  'sanitised-text': { tells: tellsTexts, load: async () => (await import('./sanitised-text/kind.ts')).sanitisedText },
} as const satisfies Readonly<Record<ReleaseKind, Omit<ListedKind, 'name'>>>;

type Registered = typeof KIND_OF;
export type KindName = keyof Registered;
/** What an audit of one of them finds. */
export type OutcomeOf<Name extends KindName> =
  Awaited<ReturnType<Registered[Name]['load']>> extends Kind<infer _, infer Result> ? Result : never;

export const KINDS: readonly (ListedKind & { readonly name: KindName })[] = (Object.keys(KIND_OF) as KindName[]).map((name) => ({
  ...KIND_OF[name],
  name,
}));

/** What is known of a kind before it is loaded; undefined of a name that no kind has. */
export const listedKind = (name: unknown): ListedKind | undefined => KINDS.find((kind) => kind.name === name);
