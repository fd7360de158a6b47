import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { ContractError } from '../../shared/contracts/parse.ts';
import { LANGUAGE_MODEL } from '../../shared/contracts/sources.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Options } from '../../shared/kit/option.ts';
import { eachOf } from './option-values.ts';
import { AUDIT_OPTIONS, SUBMIT_OPTIONS } from './options.ts';
import type { RawRequest } from './request.ts';

export type Values = { readonly [name in keyof typeof AUDIT_OPTIONS | 'name']?: string | boolean | string[] | undefined };

const ROWS = Object.entries({ ...AUDIT_OPTIONS, ...SUBMIT_OPTIONS } as Options).flatMap(([name, { request, read }]) =>
  request === undefined ? [] : [{ name: name as keyof Values, key: request, read }],
);

/** The part of a request that options give. They win over the file's, key by key. */
export function fromOptions(values: Values): RawRequest {
  if (values.roles !== undefined && [values.id, values.quasi, values.sensitive].some((columns) => columns !== undefined))
    throw new BadInput('either --roles, or --id, --quasi and --sensitive: not both');
  const request: RawRequest = {};
  for (const { name, key, read } of ROWS) {
    const given = values[name];
    if (given === undefined) continue;
    const value = read === undefined ? given : read(given, `--${name}`);
    if (value !== undefined) put(request, key.split('.'), value);
  }
  // Naming a live source or a model on the command line allows it; a request file must allow it explicitly.
  const live = [
    ...eachOf((values.source as string[] | undefined) ?? []).filter((name) => PROVIDERS.has(name)),
    ...(values['language-model'] === undefined ? [] : [LANGUAGE_MODEL]),
  ];
  return live.length === 0 ? request : { ...request, egress: { allow: live } };
}

/** Options of one key are joined: lists one after another, objects key by key. */
function put(request: RawRequest, [key = '', ...rest]: readonly string[], value: unknown): void {
  const before = request[key];
  if (rest.length > 0) {
    const inner = isObject(before) ? { ...before } : {};
    put(inner, rest, value);
    request[key] = inner;
  } else request[key] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : joined(before, value);
}

/** Objects are merged key by key: an option changes only what it names. */
export const mergeRequests = (file: RawRequest, options: RawRequest): RawRequest => ({
  ...file,
  ...Object.fromEntries(Object.entries(options).map(([key, value]) => [key, joined(file[key], value)])),
});

const joined = (before: unknown, value: unknown): unknown => (isObject(before) && isObject(value) ? { ...before, ...value } : value);
const isObject = (value: unknown): value is RawRequest => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Runs what reads a request that options went into; an error about a key that an option gave names the option. */
export async function namingOptions<T>(given: RawRequest, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    const [, key = ''] = /^([A-Za-z]+(?:\.\w+)*): /.exec(error.reason) ?? [];
    const option = optionOf(key, given);
    if (option === undefined || !holds(given, key)) throw error;
    // The request's file is not where an option was typed.
    const place = error.cause instanceof ContractError ? {} : error.place;
    throw new BadInput(`--${option}${error.reason.slice(key.length)}`, place, { cause: error });
  }
}

/** By the longest beginning of the key that an option stands for; of a key with several options, one that was given. */
function optionOf(key: string, given: RawRequest): string | undefined {
  // A live source is named by the option, and allowed by this key.
  if (key.split('.')[0] === 'egress') return given['languageModel'] === undefined ? 'source' : 'language-model';
  const above = ROWS.filter((row) => key === row.key || key.startsWith(`${row.key}.`)).toSorted((a, b) => b.key.length - a.key.length);
  return (above[0] ?? ROWS.find((row) => row.key.startsWith(`${key}.`) && holds(given, row.key)))?.name;
}

/** The options gave this key, or the object that it is missing from. */
function holds(given: RawRequest, key: string): boolean {
  const [first = '', ...rest] = key.split('.');
  const value = given[first];
  if (value === undefined) return false;
  return !isObject(value) || rest.length === 0 || holds(value, rest.join('.'));
}
