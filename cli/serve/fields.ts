import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import type { AttackRow } from '../../shared/core/attack/attack.ts';
import { listedKind } from '../../shared/kinds/registry.ts';
import type { ListedKind } from '../../shared/kit/kind.ts';
import type { Method } from '../../shared/kit/offers.ts';
import type { Options } from '../../shared/kit/option.ts';
import { ATTACKING_OPTIONS } from '../audit/attacking-options.ts';
import { ATTACKER_OPTIONS, RELEASE_OPTIONS } from '../audit/options.ts';
import { METHODS, OFFERS } from '../offers.ts';
import { listSources } from '../sources/list-sources.ts';
import type { FileRole } from './task.ts';

/** One question of a form, which stands for one option of the command line. */
export interface Field {
  readonly option: string;
  readonly label: string;
  /** Its meaning, and the effect of the default. */
  readonly help: string;
  readonly input: 'number' | 'text' | 'check' | 'choice' | 'several';
  readonly choices?: readonly FieldChoice[];
}

export interface FieldChoice {
  /** Empty: the option is left out. */
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
  readonly chosen?: boolean;
}

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly Field[];
  /** Shown only when asked for. */
  readonly folded: boolean;
}

/** The defaults are those of the request's schema, so that no page can say others. */
const DEFAULTS = auditRequest.parse({ release: 'release' });

/** The questions of an audit's form: those rows of the options that have a field for such a release. The rest is in unveil audit --help. */
export function auditFields(kind: string): readonly FieldGroup[] {
  const listed = listedKind(kind);
  const groups: readonly (readonly [string, Options])[] = [
    ['What the release claims', RELEASE_OPTIONS],
    ['What the attacker knows', ATTACKER_OPTIONS],
    ['How it attacks', ATTACKING_OPTIONS],
  ];
  return groups.map(([title, options]) => ({
    title,
    folded: options === ATTACKING_OPTIONS,
    fields: Object.entries(options).flatMap(([option, row]) => fieldOf(option, row, listed) ?? []),
  }));
}

function fieldOf(option: string, row: Options[string], listed: ListedKind | undefined): Field | null {
  const { field, type, multiple, values, request = '' } = row;
  if (field === undefined || !(field.of?.includes(listed?.holds ?? '') ?? true)) return null;
  if (option === 'embeddings' && !listSources().some(({ name, here }) => name === 'glove' && here)) return null;
  const usual = request.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], DEFAULTS);
  const asked = { option, label: field.label };
  if (field.input === 'sources') return { ...asked, help: field.help, input: 'several', choices: sourceChoices() };
  if (option === 'attack') return { ...asked, help: field.help, input: 'several', choices: attackChoices(listed?.attacks ?? []) };
  if (values !== undefined && multiple !== true) {
    const left = { value: '', label: `${usual ?? 'none'} (default)` };
    const others = values.filter((value) => value !== usual).map((value) => ({ value, label: value }));
    return { ...asked, help: field.help, input: 'choice', choices: [left, ...others] };
  }
  const hint = typeof usual === 'number' || typeof usual === 'string' ? ` Default: ${usual}.` : '';
  return { ...asked, help: field.help + hint, input: field.input ?? (type === 'boolean' ? 'check' : 'text') };
}

/** Last fields of every anonymiser. */
const CHANCE: FieldGroup = {
  title: 'Chance',
  folded: true,
  fields: [
    { option: 'seed', label: 'Seed', input: 'text', help: 'Of all that is random; the same seed gives the same release. Default: unveil.' },
  ],
};

/** Corpora and dictionaries of this machine, none of them ticked. */
const localSources = (): FieldChoice[] =>
  listSources()
    .filter(({ kind }) => kind !== 'vectors' && kind !== 'live')
    .map(({ name, what }) => ({ value: name, label: `${name}: ${what}` }));

function sourceChoices(): FieldChoice[] {
  const contact = process.env['UNVEIL_CONTACT'] !== undefined;
  return listSources()
    .filter(({ kind }) => kind !== 'vectors')
    .map(({ name, kind, what }) => {
      const label = `${name}: ${what}`;
      if (kind !== 'live') return { value: name, label, chosen: DEFAULTS.sources.includes(name) };
      const needed = PROVIDERS.get(name)?.needsKey === true ? `UNVEIL_KEY_${name.toUpperCase()}` : null;
      if (!contact) return { value: name, label: `${label} (start unveil serve with UNVEIL_CONTACT set to use it)`, disabled: true };
      if (needed !== null && process.env[needed] === undefined)
        return { value: name, label: `${label} (start unveil serve with ${needed} set to use it)`, disabled: true };
      return { value: name, label: `${label}; terms of the release leave this machine` };
    });
}

/** Chance runs with every audit, asked or not. */
const attackChoices = (attacks: readonly AttackRow[]): FieldChoice[] =>
  attacks.filter(({ role }) => role !== 'chance').map(({ name, label }) => ({ value: name, label: `${name}: ${label}` }));

/** Files that replace empty options. */
export const FILE_OPTIONS: readonly FileRole[] = ['privacy', 'utility', 'hierarchy'];

/** Methods for one table of people, or for transactions. */
const methodsFor = (kind: string | null): readonly Method[] =>
  OFFERS.flatMap((offers) => (kind === null || offers.kind === kind ? (offers.makes?.methods ?? []) : [])).filter(
    ({ onPage, degree }) => onPage === true && (kind !== null || degree !== null),
  );

/** Options of the anonymisers on the page; unveil anonymise --help has all. `kind`: of a table of people. */
export function anonymiseFields(kind: string | null, given: ReadonlySet<FileRole>): readonly FieldGroup[] {
  const methods = methodsFor(kind);
  const options: Options = Object.assign({}, ...methods.map((method) => method.options));
  const groups = new Map<string, Field[]>([['Method', [methodField(methods), degreeField(methods)]]]);
  for (const [option, row] of Object.entries(options)) {
    const { field } = row;
    if (field === undefined) continue;
    const { group = 'Method', label } = field;
    const role = FILE_OPTIONS.find((each) => each === option);
    const left = role !== undefined && given.has(role) ? `Left empty: the ${role} file that you gave. ` : '';
    const owners = methods.filter((method) => Object.hasOwn(method.options, option));
    const of = group === 'Method' && owners.length < methods.length ? `${owners.map(({ name }) => name).join(' and ')}: ` : '';
    groups.set(group, [...(groups.get(group) ?? []), { option, label, help: left + of + field.help, ...inputOf(row) }]);
  }
  return [...Array.from(groups, ([title, fields]) => ({ title, folded: title !== 'Method', fields })), CHANCE];
}

function inputOf({ type, values, default: usual, field }: Options[string]): Pick<Field, 'input' | 'choices'> {
  if (field?.input === 'sources') return { input: 'several', choices: localSources() };
  if (field?.input === 'number') return { input: 'number' };
  if (values === undefined) return { input: type === 'boolean' ? 'check' : 'text' };
  return { input: 'choice', choices: values.map((value) => ({ value, label: value === usual ? `${value} (default)` : value })) };
}

const methodField = (methods: readonly Method[]): Field => ({
  option: 'method',
  label: 'Method',
  input: 'choice',
  choices: methods.map(({ name, help }) => ({ value: name, label: `${name}: ${help}` })),
  help: 'What stands in the place of what is protected.',
});

const degreeField = ([{ degree }]: readonly Method[]): Field => ({
  option: 'k',
  label: 'k',
  input: 'number',
  help:
    degree === null
      ? 'Each record is to be like k - 1 others or more. Left empty: what the roles claim.'
      : 'What is protected is supported k times or not at all; at least 2.',
});

/** Options of other methods are left out of its words. */
export function isOfMethod(option: string, method: string): boolean {
  const owners = METHODS.filter((each) => Object.hasOwn(each.options, option));
  return owners.length === 0 || owners.some(({ name }) => name === method);
}
