import { type AuditRequest, FILE_KEYS, portableRequest } from '../../contracts/audit-request.ts';
import { inKeyOrder } from '../../contracts/canonical-json.ts';
import { digestText } from '../../core/keys/digest.ts';
import type { AuditIdentity } from '../../kit/kind.ts';
import { AUTO, type Kinds } from '../audit/kind-of.ts';

/** Everything that can change a figure. */
interface AuditContent {
  /** With itemsets in the place of files of constraints. */
  readonly request: AuditRequest;
  /** A digest of what stands under a path of the request. */
  readonly digestOf: (path: string) => string;
  /** Digests of the files that files of the request name (`namedInTurn`), in their order. */
  readonly inTurn: readonly string[];
  /** A version for each source of the request, in its order. */
  readonly sources: readonly string[];
  /** The version of the word vectors; null without. */
  readonly vectors: string | null;
  readonly unveilVersion: string;
}

type Named = Pick<AuditContent, 'digestOf' | 'sources' | 'vectors'>;
/** How one key enters the identity; null: it cannot change a figure. */
type Entry<Value> = ((value: Value, named: Named) => unknown) | null;

const file: Entry<string> = (path, { digestOf }) => digestOf(path);
const value = (given: unknown): unknown => given;
/** For lists whose order says nothing. */
const sorted = (list: readonly unknown[]): string[] => list.map((each) => JSON.stringify(inKeyOrder(each))).toSorted();

const FILES = Object.fromEntries(FILE_KEYS.map((key) => [key, file])) as Record<(typeof FILE_KEYS)[number], Entry<string>>;

/** Every key of a request has an entry: the compiler asks for that of a new key. */
const ENTRIES: { readonly [Key in keyof AuditRequest]-?: Entry<NonNullable<AuditRequest[Key]>> } = {
  ...FILES,
  $schema: null,
  version: value,
  name: null,
  allowSuppressed: value,
  encoding: value,
  kind: value,
  columns: ({ identifier, quasi, sensitive }) => [identifier, quasi, sensitive].map(sorted),
  otherRelease: ({ file, relation }, { digestOf }) => ({ relation, file: digestOf(file) }),
  population: value,
  statements: value,
  claim: value,
  // The first one leads.
  attacks: value,
  ratio: value,
  delta: value,
  reassociation: value,
  context: value,
  sources: (_, { sources }) => sources,
  embeddings: (_, { vectors }) => vectors,
  languageModel: value,
  smoothing: value,
  // A source that may not be asked fails the audit.
  egress: null,
  seed: value,
  precision: value,
  // A limit on recall sets the precision that an attack decides at.
  gate: sorted,
  // `redact` leaves texts out, and no figure.
  output: null,
};

function entered(request: AuditRequest, content: Named): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const key of Object.keys(ENTRIES) as (keyof AuditRequest)[]) {
    const [entry, given] = [ENTRIES[key] as Entry<unknown>, request[key]];
    if (entry !== null && given !== undefined) found[key] = entry(given, content);
  }
  return found;
}

/** The paths that a request gives, each once: those whose digest its identity asks for. */
export function filesOf(request: AuditRequest): string[] {
  const paths = new Set<string>();
  const digestOf = (path: string): string => {
    paths.add(path);
    return '';
  };
  entered(request, { digestOf, sources: [], vectors: null });
  return [...paths];
}

/** Names an audit by everything that can change a figure: the same at home, in the cloud and in campaigns. */
export function identityOf({ request, inTurn, unveilVersion, ...content }: AuditContent): AuditIdentity {
  const { release, original } = request;
  const all = { unveilVersion, request: entered(request, content), inTurn };
  return {
    auditId: digestText(JSON.stringify(inKeyOrder(all))).slice(0, 32),
    requestHash: requestHashOf(request),
    releaseSha256: content.digestOf(release),
    originalSha256: original === undefined ? null : content.digestOf(original),
    unveilVersion,
  };
}

/** The request alone, whatever its files hold. */
export const requestHashOf = (request: AuditRequest): string => digestText(JSON.stringify(portableRequest(request)));

/** Counts of a live source are those of a month. */
export const liveVersionOf = (source: string, at: Date): string => `${source} ${at.toISOString().slice(0, 7)}`;

interface Delivery {
  readonly team: string | null;
  /** The release's, in the inbox. */
  readonly key: string;
  readonly output: AuditRequest['output'];
}

/** An audit as it is asked for in one place: its id begins with the identity. */
export const admissionId = (identity: string, delivery: Delivery): string =>
  identity + digestText(JSON.stringify(inKeyOrder(delivery))).slice(0, 8);

/** The identity in the id of an admission; a shorter text stays as it is. */
export const identityIn = (id: string): string => id.slice(0, 32);

/** The files that a request's files name, such as hierarchies; `text` reads one. Only roles name any: no kind is loaded without. */
export async function namedInTurn(request: AuditRequest, kinds: Kinds, text: (path: string) => Promise<string>): Promise<string[]> {
  const found: string[] = [];
  if (request.roles === undefined) return found;
  for (const { name, load } of kinds)
    if (request.kind === AUTO || request.kind === name) found.push(...((await (await load()).namedInTurn?.(request.roles, text)) ?? []));
  return found;
}
