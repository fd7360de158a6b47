import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { columnsOf } from '../tables/table-words.ts';
import type { RawRequest } from './request.ts';

export const OPTIONS = {
  kind: { type: 'string' },
  original: { type: 'string' },
  'allow-suppressed': { type: 'boolean' },
  attack: { type: 'string', multiple: true },
  k: { type: 'string' },
  m: { type: 'string' },
  constraints: { type: 'string' },
  out: { type: 'string' },
  source: { type: 'string', multiple: true },
  corpus: { type: 'string', multiple: true },
  embeddings: { type: 'string' },
  labels: { type: 'string' },
  hierarchy: { type: 'string' },
  encoding: { type: 'string' },
  texts: { type: 'string' },
  roles: { type: 'string' },
  id: { type: 'string' },
  quasi: { type: 'string' },
  sensitive: { type: 'string' },
  buckets: { type: 'string' },
  external: { type: 'string' },
  'other-release': { type: 'string' },
  knows: { type: 'string', multiple: true },
  context: { type: 'string' },
  width: { type: 'string' },
  smoothing: { type: 'string' },
  ratio: { type: 'string' },
  delta: { type: 'string' },
  placements: { type: 'string' },
  'record-chunks': { type: 'string' },
  'asr-merging': { type: 'boolean' },
  precision: { type: 'string' },
  'fail-above': { type: 'string', multiple: true },
  gate: { type: 'string' },
  'gate-undecided': { type: 'string' },
  seed: { type: 'string' },
  format: { type: 'string' },
  'no-attacked': { type: 'boolean' },
  redact: { type: 'boolean' },
  json: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  wait: { type: 'boolean' },
  yes: { type: 'boolean' },
  sarif: { type: 'string' },
  junit: { type: 'string' },
  markdown: { type: 'string' },
} as const;

export type Values = { readonly [name in keyof typeof OPTIONS]?: string | boolean | string[] | undefined };

/** The part of a request that options give. They win over the file's, key by key. */
export function fromOptions(values: Values): RawRequest {
  const sources = [...(listOf(values, 'source') ?? []), ...((values.corpus as string[] | undefined) ?? [])];
  // Naming a live source on the command line is leave enough; a request file must allow it in so many words.
  const live = (listOf(values, 'source') ?? []).filter((name) => PROVIDERS.has(name));
  if (values.format !== undefined && !['json', 'csv', 'parquet'].includes(String(values.format)))
    throw new BadInput('--format is json, csv or parquet');
  return defined({
    original: values.original,
    allowSuppressed: values['allow-suppressed'],
    attacks: listOf(values, 'attack'),
    claim: nonEmpty(defined({ k: numberOf(values, 'k'), m: numberOf(values, 'm'), privacyConstraints: values.constraints })),
    sources: sources.length === 0 ? undefined : sources,
    egress: live.length === 0 ? undefined : { allow: live },
    kind: values.kind,
    embeddings: values.embeddings,
    labels: values.labels,
    hierarchy: values.hierarchy,
    encoding: values.encoding,
    texts: values.texts,
    roles: values.roles,
    columns: namedColumns(values),
    buckets: values.buckets,
    external: values.external,
    otherRelease: otherRelease(values),
    statements: (values.knows as string[] | undefined)?.map(statementOf),
    context: nonEmpty(defined({ select: values.context, width: numberOf(values, 'width') })),
    smoothing: values.smoothing,
    ratio: numberOf(values, 'ratio'),
    delta: numberOf(values, 'delta'),
    reassociation: nonEmpty(
      defined({ placements: numberOf(values, 'placements'), recordChunks: values['record-chunks'], merging: values['asr-merging'] }),
    ),
    precision: numberOf(values, 'precision'),
    gate: gateOf(values),
    seed: values.seed,
    output: nonEmpty(
      defined({
        attacked: values['no-attacked'] === true ? false : undefined,
        json: values.format === 'json' ? true : undefined,
        csv: values.format === 'csv' ? true : undefined,
        redact: values.redact,
      }),
    ),
  });
}

/** Columns of a table of people by role. */
function namedColumns(values: Values): RawRequest | undefined {
  const named = (['id', 'quasi', 'sensitive'] as const).filter((role) => values[role] !== undefined);
  if (named.length === 0) return undefined;
  if (values.roles !== undefined) throw new BadInput('either --roles, or --id, --quasi and --sensitive: not both');
  return columnsOf(Object.fromEntries(named.map((role) => [role, String(values[role])])));
}

/** `COLUMN=VALUE xWEIGHT if COLUMN=CELL, COLUMN=CELL`: what an attacker knows of everybody, or of those with such quasi-identifiers. */
function statementOf(text: string): RawRequest {
  const [, column, value, weight, said] = /^([^=]+)=(.*?)\s+x(\d+(?:\.\d+)?)(?:\s+if\s+(.+))?$/s.exec(text) ?? [];
  const where = (said === undefined ? [] : said.split(/,\s*(?=[^,=]+=)/)).map((each) => /^([^=]+)=(.*)$/s.exec(each));
  if (column === undefined || value === undefined || where.includes(null))
    throw new BadInput(
      '--knows is "COLUMN=VALUE xWEIGHT", of all or of some: "disease=ovarian cancer x0 if sex=M"; x0 rules it out, x2: twice as likely',
    );
  const cells = where.map((each) => [String(each?.[1]).trim(), String(each?.[2]).trim()] as const);
  return { column: column.trim(), value, weight: Number(weight), where: Object.fromEntries(cells) };
}

/** `FILE=RELATION`: another release, and what it is to this one. */
function otherRelease(values: Values): RawRequest | undefined {
  const given = values['other-release'];
  if (given === undefined) return undefined;
  const [, file, relation] = /^(.+)=([a-z-]+)$/s.exec(String(given)) ?? [];
  if (file === undefined || relation === undefined)
    throw new BadInput('--other-release is a file and what it is: FILE=same-people, FILE=earlier, FILE=later or FILE=other-holder');
  return { file, relation };
}

/** The options that are gone say what to write in their place. */
function gateOf(values: Values): readonly string[] | undefined {
  if (values.gate !== undefined && values.gate !== 'strict')
    throw new BadInput(
      '--gate lenient is gone: a gate is open only if the upper end of the interval is at or below the limit; set the limit that you accept with --fail-above',
    );
  if (values['gate-undecided'] !== undefined && values['gate-undecided'] !== 'closed')
    throw new BadInput('--gate-undecided open is gone: a gate is closed where nothing can be decided; give what the gate says is missing');
  const asked = values['fail-above'] as string[] | undefined;
  if (asked !== undefined && asked.filter((limit) => limit.startsWith('recall=')).length > 1)
    throw new BadInput('one limit on recall at a time: the attack that it judges decides at one precision');
  return asked;
}

/** Objects are joined key by key: an option changes what it names and nothing beside it. */
export function mergeRequests(file: RawRequest, options: RawRequest): RawRequest {
  const merged: RawRequest = { ...file };
  for (const [key, value] of Object.entries(options)) {
    const before = merged[key];
    merged[key] = isObject(before) && isObject(value) ? { ...before, ...value } : value;
  }
  return merged;
}

function numberOf(values: Values, name: 'k' | 'm' | 'width' | 'ratio' | 'delta' | 'precision' | 'placements'): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (String(text).trim() === '' || !Number.isFinite(value)) throw new BadInput(`--${name} takes a number`);
  return value;
}

const listOf = (values: Values, name: 'attack' | 'source'): string[] | undefined =>
  (values[name] as string[] | undefined)?.flatMap((each) => each.split(',')).map((each) => each.trim());

const isObject = (value: unknown): value is RawRequest => typeof value === 'object' && value !== null && !Array.isArray(value);
const defined = (value: RawRequest): RawRequest => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
const nonEmpty = (value: RawRequest): RawRequest | undefined => (Object.keys(value).length === 0 ? undefined : value);
