import type { ReleaseKind } from '../contracts/audit-request.ts';
import { disassociated } from './disassociated/kind.ts';
import { graph } from './graph/kind.ts';
import { groups } from './groups/kind.ts';
import type { Kind } from './kind.ts';
import { local } from './local/kind.ts';
import { places } from './places/kind.ts';
import { queryLog } from './query-log/kind.ts';
import { relational } from './relational/kind.ts';
import { sanitisedText } from './sanitised-text/kind.ts';
import { setGeneralised } from './set-generalised/kind.ts';

/** Every kind of release that is audited: a line each, by the name that requests and results call it. */
export const KIND_OF = {
  'set-generalised': setGeneralised,
  disassociated,
  relational,
  places,
  groups,
  local,
  graph,
  'query-log': queryLog,
  'sanitised-text': sanitisedText,
} as const satisfies Readonly<Record<ReleaseKind, Kind>>;

type Registered = typeof KIND_OF;
export type KindName = keyof Registered;
/** What an audit of one of them finds. */
export type OutcomeOf<Name extends KindName> = Registered[Name] extends Kind<infer _, infer Result> ? Result : never;

export const KINDS: readonly Kind[] = Object.values(KIND_OF);
