import { existsSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { filesBelow } from '../../shared/adapters/local/door.ts';
import { type AuditRequest, auditRequest, FILE_KEYS } from '../../shared/contracts/audit-request.ts';
import { ContractError, parseContract } from '../../shared/contracts/parse.ts';
import { isNamedVectors } from '../../shared/contracts/sources.ts';
import { parseJson } from '../../shared/core/format/json-shape.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { folderName } from '../../shared/core/text/folder-name.ts';
import { ATTACK_NAMES, KINDS } from '../../shared/kinds/registry.ts';
import { readTextFile } from '../read-files.ts';

/** A request file, parsed but not yet checked. */
export type RawRequest = Record<string, unknown>;

/** Reads `audit.json`: paths become relative to the current folder; options override it. */
export const readRequestFile = (path: string): RawRequest => relocated(requestAsWritten(path), dirname(path));

const requestAsWritten = (path: string): RawRequest => requestIn(readTextFile(path), path);

/** The request that a text holds. One that was sent to this machine asks nothing over the network; whoever opens a path of it refuses what did not come with it. */
export function requestIn(text: string, file: string): RawRequest {
  const value = parseJson(text, file);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadInput('an audit request is one JSON object', { file });
  const request = value as RawRequest;
  if (filesBelow() === null) return request;
  const { egress, ...rest } = request;
  if (rest['languageModel'] !== undefined)
    throw new BadInput('languageModel: a request that was sent asks no language model; run it with unveil audit', { file });
  return rest;
}

/** The request with its defaults; what is wrong is named by its key. */
export function parseRequest(raw: RawRequest, file?: string): AuditRequest {
  try {
    return withKnownAttacks(parseContract(auditRequest, raw));
  } catch (error) {
    if (error instanceof ContractError) throw new BadInput(error.message, file === undefined ? {} : { file }, { cause: error });
    throw error;
  }
}

const THOSE_OF_KINDS = [
  ...KINDS.flatMap(({ name, attacks }) =>
    attacks === undefined ? [] : [`on a ${name} release there are ${attacks.map((each) => each.name).join(', ')}`],
  ),
  'a release of another kind is attacked in every way that it has, without --attack',
].join('; ');

/** A misspelt attack is refused before anything is read; whether the release's kind has it is for the kind to say. */
function withKnownAttacks(request: AuditRequest): AuditRequest {
  for (const attack of request.attacks ?? []) {
    const name = typeof attack === 'string' ? attack : attack.name;
    if (!name.startsWith('own:') && !ATTACK_NAMES.includes(name))
      throw new BadInput(`attacks: there is no attack "${name}"; ${THOSE_OF_KINDS}`);
  }
  return request;
}

const GENERIC = new Set(['release', 'audit', 'data', 'dataset', 'transactions']);

/**
 * The name of the results: the release's file without its endings, or the folder it is in where that says more; of a file that was `sent`, its own.
 */
export function auditName(request: AuditRequest, sent = filesBelow() !== null): string {
  if (request.name !== undefined) return request.name;
  const stem = basename(request.release).replace(/(\.(txt|jsonl|ndjson|json|csv|tsv|tab|xlsx|parquet|dat|fimi|spmf|gz))+$/i, '');
  return folderName(sent ? stem : tellingName(stem, dirname(resolve(request.release))));
}

/** The first name on the way up that says more than that it is a release. */
function tellingName(name: string, folder: string): string {
  const parent = basename(folder);
  return GENERIC.has(name.toLowerCase()) && parent !== '' ? tellingName(parent, dirname(folder)) : name;
}

/** Told by its content: an audit request names a release, or at least is none of any kind. */
export function isRequestFile(path: string): boolean {
  if (!/\.json$/i.test(path) || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const head = readTextFile(path).slice(0, 1_000_000);
  if (!/^\s*\{/.test(head)) return false;
  return !KINDS.some((kind) => kind.tells({ name: path, head, table: null }, { kind: 'auto' }).is === 'yes') || namesRelease(head);
}

/** Of the outermost object: an item may be called so too. */
function namesRelease(text: string): boolean {
  try {
    return Object.hasOwn(JSON.parse(text) as object, 'release');
  } catch {
    return false;
  }
}

/** Hint for commands that read releases: `anonymise` writes a request next to each, which is easily named by mistake. */
export function mustBeNoRequest(path: string): void {
  if (!isRequestFile(path)) return;
  let release: unknown;
  try {
    release = requestAsWritten(path)['release'];
  } catch {
    return; // No JSON as a whole: reading it as a release says what is wrong.
  }
  if (typeof release === 'string')
    throw new BadInput(`this is an audit request; name the release itself: ${join(dirname(path), release)}`, { file: path });
}

const PATH_KEYS = [...FILE_KEYS, 'embeddings'] as const;

/** Kept on this machine by a name: word vectors, a code system. */
const isNamed = (key: string, value: string): boolean =>
  (key === 'embeddings' && isNamedVectors(value)) || (key === 'labels' && value.startsWith('codes:'));

/** Every path that a request names itself. */
export function pathsOf(request: AuditRequest): string[] {
  const { claim, otherRelease } = request;
  const files = PATH_KEYS.map((key) => (isNamed(key, request[key] ?? '') ? undefined : request[key]));
  return [...files, otherRelease?.file, claim.privacyConstraints, claim.utilityConstraints].filter((path) => typeof path === 'string');
}

/** Paths that are relative to a folder, seen from the current one. */
export function relocated(request: RawRequest, folder: string): RawRequest {
  const at = (path: string): string => (isAbsolute(path) ? path : join(folder, path));
  const moved: RawRequest = { ...request };
  for (const key of PATH_KEYS) {
    const path = moved[key];
    if (typeof path === 'string' && !isNamed(key, path)) moved[key] = at(path);
  }
  const other = moved['otherRelease'];
  if (typeof other === 'object' && other !== null && 'file' in other && typeof other.file === 'string')
    moved['otherRelease'] = { ...other, file: at(other.file) };
  // Names of sources stay; a file next to the request is a path.
  const sources = moved['sources'];
  if (Array.isArray(sources)) {
    moved['sources'] = sources.map((source) => (typeof source === 'string' && existsSync(at(source)) ? at(source) : source));
  }
  const claim = moved['claim'];
  if (typeof claim === 'object' && claim !== null) {
    moved['claim'] = Object.fromEntries(
      Object.entries(claim).map(([key, value]) => [key, key.endsWith('Constraints') && typeof value === 'string' ? at(value) : value]),
    );
  }
  return moved;
}
