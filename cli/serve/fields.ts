import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { ATTACK_NAMES, auditRequest } from '../../shared/contracts/audit-request.ts';
import { listedKind } from '../../shared/kinds/registry.ts';
import { listSources } from '../sources/list-sources.ts';

/** One question of a form, which stands for one option of the command line. */
export interface Field {
  readonly option: string;
  readonly label: string;
  /** What it means, and what happens when it is left as it is. */
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

const ATTACK_HELP =
  'Left as it is: the calibrated attack leads and the published ones run beside it. The first that is chosen leads, and its attacked dataset is written.';

/** What an audit can be asked from the page. What is not here is in unveil audit --help. */
export function auditFields(kind: string): readonly FieldGroup[] {
  const holds = listedKind(kind)?.holds;
  if (holds === 'columns') return tableFields();
  const inClusters = holds === 'clusters';
  return [
    {
      title: 'What the release claims',
      folded: false,
      fields: [
        {
          option: 'k',
          label: 'k',
          input: 'number',
          help: 'How many transactions each protected item is said to hide among. Left empty: protections broken are judged only where the release says k itself.',
        },
        {
          option: 'm',
          label: 'm',
          input: 'number',
          help: 'How many items of a person an attacker is said to know. Left empty: uniqueness is not judged against a claim.',
        },
        {
          option: 'allow-suppressed',
          label: 'The release may lack items of the original',
          input: 'check',
          help: 'Otherwise an item of the original that stands nowhere in the release is an error.',
        },
      ],
    },
    {
      title: 'What the attacker knows',
      folded: false,
      fields: [
        sources(),
        ...(listSources().some(({ name, here }) => name === 'glove' && here)
          ? [
              {
                option: 'embeddings',
                label: 'Word vectors (GloVe) as well',
                input: 'choice' as const,
                choices: [
                  { value: '', label: 'no' },
                  { value: 'glove', label: 'yes' },
                ],
                help: 'Relates words that no document holds together. Default: no.',
              },
            ]
          : []),
      ],
    },
    {
      title: 'How it attacks',
      folded: true,
      fields: [
        { option: 'attack', label: 'Attacks', input: 'several', choices: attackChoices(inClusters), help: ATTACK_HELP },
        {
          option: 'precision',
          label: 'Precision that the calibrated attack decides at',
          input: 'number',
          help: `From 0 to 1. Default: ${DEFAULTS.precision}.`,
        },
        ...(inClusters ? placements() : context()),
        limit(' Or recall=0.3@precision=0.8.'),
        SEED,
      ],
    },
  ];
}

const SEED: Field = {
  option: 'seed',
  label: 'Seed',
  input: 'text',
  help: `For all that is random; the same seed gives the same bytes. Default: ${DEFAULTS.seed}.`,
};

/** What every anonymiser is asked first: `meaning` says in a line what each method does. */
export const methodField = (names: readonly string[], meaning: Readonly<Record<string, string>>, help: string): Field => ({
  option: 'method',
  label: 'Method',
  input: 'choice',
  choices: names.map((value) => ({ value, label: meaning[value] ?? value })),
  help,
});

/** What every anonymiser is asked last. */
export const CHANCE: FieldGroup = {
  title: 'Chance',
  folded: true,
  fields: [{ ...SEED, help: 'Of all that is random; the same seed gives the same release. Default: unveil.' }],
};

const limit = (or: string): Field => ({
  option: 'fail-above',
  label: 'Limit',
  input: 'text',
  help: `Such as learned=0.05@confidence=0.8: says no unless it is proven that at most 5 % of the people have a hidden fact learned.${or} Left empty: nothing is judged.`,
});

const sources = (): Field => ({
  option: 'source',
  label: 'Sources of what belongs together',
  input: 'several',
  choices: sourceChoices(),
  help: 'Asked in this order; what one cannot relate goes to the next. Nothing leaves this machine unless a live source is ticked.',
});

/** Of a table of people: most of what is claimed stands in its roles. */
const tableFields = (): readonly FieldGroup[] => [
  {
    title: 'What the table claims',
    folded: false,
    fields: [
      {
        option: 'k',
        label: 'k',
        input: 'number',
        help: 'How many records are said to share each combination of quasi-identifiers. Left empty: what the roles claim.',
      },
    ],
  },
  {
    title: 'What the attacker knows',
    folded: false,
    fields: [
      {
        option: 'knows',
        label: 'A statement about values',
        input: 'text',
        help: 'disease=flu x0 rules the flu out, disease=flu x2 if sex=M says twice as likely. Left empty: the worst that one to three excluded values do.',
      },
      sources(),
    ],
  },
  { title: 'How it is judged', folded: true, fields: [limit(''), SEED] },
];

/** Corpora and dictionaries of this machine, none of them ticked. */
export const localSources = (): FieldChoice[] =>
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

const OF_CLUSTERS: readonly string[] = ['calibrated', 'optimal', 'aba', 'rga', 'mra'];
/** They run beside the others, asked or not. */
const UNASKED: readonly string[] = ['random', 'blind'];

const attackChoices = (inClusters: boolean): FieldChoice[] =>
  (inClusters ? OF_CLUSTERS : ATTACK_NAMES.filter((name) => name === 'calibrated' || ![...OF_CLUSTERS, ...UNASKED].includes(name))).map(
    (name) => ({ value: name, label: name }),
  );

const placements = (): Field[] => [
  {
    option: 'placements',
    label: 'Places of a term',
    input: 'number',
    help: 'Anchoring sub-records that a term of a term chunk is put to. Default: k - 1.',
  },
];

const context = (): Field[] => [
  {
    option: 'context',
    label: 'Context',
    input: 'choice',
    choices: [
      { value: '', label: `${DEFAULTS.context.select} (default)` },
      { value: 'all', label: 'all' },
      { value: 'conjunctive', label: 'conjunctive' },
    ],
    help: 'Which other items of a transaction a hidden one is held against.',
  },
  {
    option: 'width',
    label: 'Nearest items',
    input: 'number',
    help: `How many, for the context "nearest". Default: ${DEFAULTS.context.width}.`,
  },
  {
    option: 'smoothing',
    label: 'Pairs never seen together',
    input: 'choice',
    choices: [
      { value: '', label: `${DEFAULTS.smoothing} (default)` },
      { value: 'half', label: 'half' },
      { value: 'infinite', label: 'infinite' },
    ],
    help: 'How far apart they count.',
  },
];
