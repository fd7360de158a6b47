import type { AttackRow } from '../../shared/core/attack/attack.ts';
import { ATTACK_NAMES, KINDS } from '../../shared/kinds/registry.ts';
import type { Options } from '../../shared/kit/option.ts';
import { eachOf, goneUnless, limits, numeral } from './option-values.ts';

/** By kind of release: the attacks that run by default, those that are run when named, and chance, which always runs. */
const attacksByKind = KINDS.flatMap(({ name, attacks }) => {
  if (attacks === undefined) return [];
  const listed = (wanted: (row: AttackRow) => boolean): string =>
    attacks
      .filter(wanted)
      .map((row) => row.name)
      .join(', ');
  const more = listed(({ role, byDefault }) => role !== 'chance' && !byDefault);
  const chance = listed(({ role }) => role === 'chance');
  const usual = listed(({ role, byDefault }) => role !== 'chance' && byDefault);
  return [`A ${name} release, by default: ${usual}${more === '' ? '' : `; also: ${more}`}; always: ${chance}.`];
}).join(' ');

export const ATTACKING_OPTIONS = {
  attack: {
    type: 'string',
    multiple: true,
    value: 'A,B,...',
    request: 'attacks',
    read: eachOf,
    values: ATTACK_NAMES,
    help: `the attacks to run. The first leads: its attacked dataset is written. ${attacksByKind} A release of another kind is attacked in every way that it has`,
    field: {
      label: 'Attacks',
      help: 'Left as it is: the calibrated attack leads and the published ones run beside it. The first that is chosen leads, and its attacked dataset is written.',
      of: ['transactions', 'clusters'],
    },
  },
  context: {
    type: 'string',
    value: 'WHICH',
    request: 'context.select',
    values: ['nearest', 'all', 'conjunctive'],
    help: 'the items of a transaction that a hidden one is compared with: nearest (default), all or conjunctive',
    field: { label: 'Context', help: 'The other items of a transaction that a hidden one is compared with.', of: ['transactions'] },
  },
  width: {
    type: 'string',
    value: 'W',
    request: 'context.width',
    read: numeral,
    help: 'how many nearest context items (2)',
    field: { label: 'Nearest items', help: 'How many, for the context "nearest".', input: 'number', of: ['transactions'] },
  },
  smoothing: {
    type: 'string',
    value: 'S',
    request: 'smoothing',
    values: ['cautious', 'half', 'infinite'],
    help: 'for pairs never together: cautious (default), half or infinite',
    field: { label: 'Pairs never seen together', help: 'How far apart they count.', of: ['transactions'] },
  },
  ratio: {
    type: 'string',
    value: 'R',
    request: 'ratio',
    read: numeral,
    help: 'the threshold of tba, wba, gba, rba is the mean times R (1)',
  },
  delta: { type: 'string', value: 'D', request: 'delta', read: numeral, help: 'the threshold itself' },
  placements: {
    type: 'string',
    value: 'N',
    request: 'reassociation.placements',
    read: numeral,
    help: 'in clusters: anchoring sub-records that a term of a term chunk is put to (k - 1)',
    field: {
      label: 'Places of a term',
      help: 'Anchoring sub-records that a term of a term chunk is put to. Default: k - 1.',
      input: 'number',
      of: ['clusters'],
    },
  },
  'record-chunks': {
    type: 'string',
    value: 'S',
    request: 'reassociation.recordChunks',
    values: ['aba', 'rga', 'mra'],
    help: 'in clusters: what aba, rga and mra rank sub-records of later chunks by: aba (default), rga or mra',
  },
  'asr-merging': {
    type: 'boolean',
    request: 'reassociation.merging',
    help: 'in clusters: in aba, rga and mra later chunks are ranked by what earlier chunks brought as well',
  },
  precision: {
    type: 'string',
    value: 'P',
    request: 'precision',
    read: numeral,
    help: 'precision that calibrated-precise decides at (0.9)',
    field: {
      label: 'Precision that the calibrated attack decides at',
      help: 'From 0 to 1.',
      input: 'number',
      of: ['transactions', 'clusters'],
    },
  },
  'fail-above': {
    type: 'string',
    multiple: true,
    value: 'LIMIT',
    request: 'gate',
    read: limits,
    help: 'exit with 4 unless it is proven to be kept; any number: learned=0.05@confidence=0.8: at most 5 % of the people have a hidden fact learned at this confidence, beyond guessing; linked=0.01@confidence=0.9: joined to a record of a register; singled-out=0.2@knows=2: found by 2 known facts; people=0.1@certainty=0.9: linked and learned; recall=0.3@precision=0.8: of generalised items. Append @claimed to count everybody whom an attack acts on',
    field: {
      label: 'Limit',
      help: 'Such as learned=0.05@confidence=0.8: says no unless it is proven that at most 5 % of the people have a hidden fact learned. Left empty: nothing is judged.',
    },
  },
  gate: {
    type: 'string',
    request: 'gate',
    read: goneUnless(
      'strict',
      '--gate lenient is gone: a gate is open only if the upper end of the interval is at or below the limit; set the limit that you accept with --fail-above',
    ),
    help: '',
  },
  'gate-undecided': {
    type: 'string',
    request: 'gate',
    read: goneUnless(
      'closed',
      '--gate-undecided open is gone: a gate is closed where nothing can be decided; give what the gate says is missing',
    ),
    help: '',
  },
  seed: {
    type: 'string',
    value: 'TEXT',
    request: 'seed',
    help: 'for all that is random',
    field: { label: 'Seed', help: 'For all that is random; the same seed gives the same bytes.' },
  },
} as const satisfies Options;
