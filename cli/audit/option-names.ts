import { ContractError } from '../../shared/contracts/parse.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { RawRequest } from './request.ts';

/** Where an option goes in the request: what is wrong there is named as it was typed. */
const OPTION_OF: Readonly<Record<string, string>> = {
  original: '--original',
  allowSuppressed: '--allow-suppressed',
  attacks: '--attack',
  'claim.k': '--k',
  'claim.m': '--m',
  'claim.privacyConstraints': '--constraints',
  sources: '--source',
  egress: '--source',
  embeddings: '--embeddings',
  labels: '--labels',
  hierarchy: '--hierarchy',
  encoding: '--encoding',
  texts: '--texts',
  roles: '--roles',
  columns: '--quasi',
  buckets: '--buckets',
  statements: '--knows',
  external: '--external',
  otherRelease: '--other-release',
  'context.select': '--context',
  'context.width': '--width',
  smoothing: '--smoothing',
  ratio: '--ratio',
  delta: '--delta',
  'reassociation.placements': '--placements',
  'reassociation.recordChunks': '--record-chunks',
  'reassociation.merging': '--asr-merging',
  precision: '--precision',
  gate: '--fail-above',
  seed: '--seed',
  name: '--name',
};

const OF_SETS = 'the attacks on sets of items; a release of another kind is attacked in every way that it has, without --attack';

/** Runs what reads a request that options went into; an error about a key that an option gave names the option. */
export async function namingOptions<T>(given: RawRequest, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    const [, key = ''] = /^([A-Za-z]+(?:\.\w+)*): /.exec(error.reason) ?? [];
    const option = optionOf(key);
    if (option === null || !holds(given, key)) throw error;
    const other = option === '--attack' && /: must be one of /.test(error.reason) ? `; these are ${OF_SETS}` : '';
    const what = `${option}${error.reason.slice(key.length)}${other}`;
    // The request's file is not where an option was typed.
    throw new BadInput(what, error.cause instanceof ContractError ? {} : error.place, { cause: error });
  }
}

/** By the longest beginning of the key that an option stands for. */
function optionOf(key: string): string | null {
  const parts = key.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const option = OPTION_OF[parts.slice(0, length).join('.')];
    if (option !== undefined) return option;
  }
  return null;
}

/** The options gave this key, or the object that it is missing from. */
function holds(given: RawRequest, key: string): boolean {
  const [first = '', ...rest] = key.split('.');
  const value = given[first];
  if (value === undefined) return false;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return !isObject || rest.length === 0 || holds(value as RawRequest, rest.join('.'));
}
