import type { AttackRow } from '../core/attack/attack.ts';
import type { Kind, ListedKind } from '../kit/kind.ts';
import { countsListed } from './counts/listed.ts';
import { disassociatedListed } from './disassociated/listed.ts';
import { graphListed } from './graph/listed.ts';
import { groupsListed } from './groups/listed.ts';
import { localListed } from './local/listed.ts';
import { placesListed } from './places/listed.ts';
import { queryLogListed } from './query-log/listed.ts';
import { relationalListed } from './relational/listed.ts';
import { sanitisedTextListed } from './sanitised-text/listed.ts';
import { setGeneralisedListed } from './set-generalised/listed.ts';

/** Every kind of release, a line each, by the name that requests and results call it. */
export const KIND_OF = {
  'set-generalised': setGeneralisedListed,
  disassociated: disassociatedListed,
  relational: relationalListed,
  places: placesListed,
  groups: groupsListed,
  local: localListed,
  graph: graphListed,
  'query-log': queryLogListed,
  'sanitised-text': sanitisedTextListed,
  counts: countsListed,
} as const satisfies Readonly<Record<string, Omit<ListedKind, 'name'>>>;

type Registered = typeof KIND_OF;
export type KindName = keyof Registered;
export type OutcomeOf<Name extends KindName> =
  Awaited<ReturnType<Registered[Name]['load']>> extends Kind<infer _, infer Result> ? Result : never;

export const KIND_NAMES = Object.keys(KIND_OF) as KindName[];

export const KINDS: readonly (ListedKind & { readonly name: KindName })[] = KIND_NAMES.map((name) => ({ ...KIND_OF[name], name }));

export type AttackName = {
  [Name in KindName]: Registered[Name] extends { readonly attacks: readonly (infer Row extends AttackRow)[] } ? Row['name'] : never;
}[KindName];

/** Every attack that a request can name. */
export const ATTACK_NAMES: readonly string[] = [...new Set(KINDS.flatMap(({ attacks = [] }) => attacks.map(({ name }) => name)))];

export const listedKind = (name: unknown): ListedKind | undefined => KINDS.find((kind) => kind.name === name);
