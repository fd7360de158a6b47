import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { KIND_NAMES } from '../../shared/kinds/registry.ts';
import type { Options } from '../../shared/kit/option.ts';
import { ATTACKING_OPTIONS } from './attacking-options.ts';
import { chatEndpoint, columnsGiven, eachOf, numeral, otherRelease, outputFormat, statements } from './option-values.ts';

export const RELEASE_OPTIONS = {
  kind: {
    type: 'string',
    value: 'KIND',
    request: 'kind',
    values: KIND_NAMES,
    help: `where the file could be of several kinds: ${KIND_NAMES.join(', ')}`,
  },
  roles: {
    type: 'string',
    value: 'FILE',
    request: 'roles',
    help: 'of a table of people: what its columns are, and its claim (docs/tables.md). It says that a CSV is such a table',
  },
  id: {
    type: 'string',
    value: 'A,B',
    request: 'columns.identifier',
    read: columnsGiven,
    help: 'columns that identify, in place of --roles',
  },
  quasi: {
    type: 'string',
    value: 'A,B',
    request: 'columns.quasi',
    read: columnsGiven,
    help: 'columns that others know of a person, in place of --roles',
  },
  sensitive: {
    type: 'string',
    value: 'A,B',
    request: 'columns.sensitive',
    read: columnsGiven,
    help: 'columns that nobody is to learn, in place of --roles; the rest is other',
  },
  buckets: { type: 'string', value: 'FILE', request: 'buckets', help: 'the values of a table in buckets, as anatomy writes them' },
  original: {
    type: 'string',
    value: 'FILE',
    request: 'original',
    help: 'what the release was made from: only the measures read it. Without it, precision and recall are not computable',
  },
  k: {
    type: 'string',
    value: 'K',
    request: 'claim.k',
    read: numeral,
    help: 'the claim: how many share what an attacker knows of one of them',
    field: {
      label: 'k',
      help: 'How many records are said to share what an attacker knows of one of them. Left empty: what the release or its roles claim.',
      input: 'number',
    },
  },
  m: {
    type: 'string',
    value: 'M',
    request: 'claim.m',
    read: numeral,
    help: 'the claim: how many items of a person an attacker knows; for uniqueness',
    field: {
      label: 'm',
      help: 'How many items of a person an attacker is said to know. Left empty: uniqueness is not judged against a claim.',
      input: 'number',
      of: ['transactions', 'clusters'],
    },
  },
  'allow-suppressed': {
    type: 'boolean',
    request: 'allowSuppressed',
    help: 'the release may lack items of the original',
    field: {
      label: 'The release may lack items of the original',
      help: 'Otherwise an item of the original that appears nowhere in the release is an error.',
      of: ['transactions', 'clusters'],
    },
  },
  constraints: {
    type: 'string',
    value: 'FILE',
    request: 'claim.privacyConstraints',
    help: 'privacy constraints, an itemset a line; by default each member of a generalised item, alone',
  },
  texts: {
    type: 'string',
    value: 'PATH',
    request: 'texts',
    help: `the texts that the release was made from, a file or a folder: says whether a corpus holds more than 1 % of their five-word sequences, as no attacker's would`,
  },
  labels: {
    type: 'string',
    value: 'FILE',
    request: 'labels',
    help: 'what coded items mean: code, tab, term a line, or CSV; or codes:NAME, of what unveil codes added. Codes of such a system are recognised and labelled without it',
  },
  hierarchy: {
    type: 'string',
    value: 'FILE',
    request: 'hierarchy',
    help: `the release holds labels of a hierarchy in the place of sets: ARX's CSV, Amnesia's, or JSON`,
  },
  encoding: {
    type: 'string',
    value: 'NAME',
    request: 'encoding',
    values: ['latin1', 'windows-1252', 'utf-16le', 'utf-16be'],
    help: 'of files that are not UTF-8: latin1, windows-1252, ...',
  },
} as const satisfies Options;

export const ATTACKER_OPTIONS = {
  source: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    request: 'sources',
    read: eachOf,
    values: ['wordnet', ...PROVIDERS.keys()],
    help: `wordnet (default), corpus:NAME, a path, or a live source (${[...PROVIDERS.keys()].join(', ')}); several in order of preference. Nothing leaves this machine unless a live source is named`,
    field: {
      label: 'Sources of what belongs together',
      help: 'Asked in this order; what one cannot relate goes to the next. Nothing leaves this machine unless a live source is ticked.',
      input: 'sources',
    },
  },
  corpus: { type: 'string', multiple: true, value: 'PATH', request: 'sources', help: 'a folder or file of documents, as a source' },
  embeddings: {
    type: 'string',
    value: 'FILE',
    request: 'embeddings',
    values: ['glove'],
    help: `word vectors: "glove", corpus:NAME (unveil corpus vectors), both as glove+corpus:NAME, or a file in GloVe's format`,
    field: {
      label: 'Word vectors (GloVe) as well',
      help: 'Relates words that no document holds together.',
      of: ['transactions', 'clusters'],
    },
  },
  'language-model': {
    type: 'string',
    value: 'NAME@URL',
    request: 'languageModel',
    read: chatEndpoint,
    help: 'of generalised items: asks a model which options fit their record, at an endpoint of the chat-completions form, such as llama3.1@http://127.0.0.1:11434/v1, or NAME@bedrock (docs/sources.md). Its key: UNVEIL_KEY_MODEL',
  },
  'model-repeats': {
    type: 'string',
    value: 'N',
    request: 'languageModel.repeats',
    read: numeral,
    help: 'how often it is asked about a record, the options in another order each time (2)',
  },
  passages: {
    type: 'string',
    value: 'PATH',
    request: 'passages',
    help: 'documents of yours, a file or a folder: passages with the items of a record go into the prompt of the language model',
  },
  external: {
    type: 'string',
    value: 'FILE',
    request: 'external',
    help: 'of a table: a table of persons; of places: who was where, and how many people live where; of texts: the contexts of entities, or topics',
  },
  'other-release': {
    type: 'string',
    value: 'F=R',
    request: 'otherRelease',
    read: otherRelease,
    help: 'another release, and what it is to this one: same-people, earlier, later or other-holder',
  },
  population: {
    type: 'string',
    value: 'N',
    request: 'population',
    read: numeral,
    help: 'of a table of people: how many people it is a sample of; says how many records are unique among all of them',
    field: {
      label: 'People that the table is a sample of',
      help: 'Their number: how many records are unique among all of them is estimated. Left empty: it is not, unless a register of them is given.',
      input: 'number',
      of: ['columns'],
    },
  },
  knows: {
    type: 'string',
    multiple: true,
    value: 'STATEMENT',
    request: 'statements',
    read: statements,
    help: 'of a table of people, any number: "disease=flu x0" rules it out, "disease=flu x2 if sex=M" says twice as likely, "joined if name=Umeko" (or left, stayed) says who is new since another release',
    field: {
      label: 'A statement about values',
      help: 'disease=flu x0 rules the flu out, disease=flu x2 if sex=M says twice as likely. Left empty: the worst that one to three excluded values do.',
      of: ['columns'],
    },
  },
  'dry-run': { type: 'boolean', help: 'say what a live source or a language model would be asked, and stop' },
  wait: { type: 'boolean', help: `sleep until a live source's budget is reset` },
} as const satisfies Options;

export const WRITING_OPTIONS = {
  out: {
    type: 'string',
    value: 'DIR',
    help: 'results; by default unveil-results/NAME, a name of its own for each release. Results that are there are replaced: on a terminal you are asked first, else a note says so. Nothing else is ever replaced',
  },
  yes: { type: 'boolean', help: 'replace them without a question' },
  format: {
    type: 'string',
    value: 'WHICH',
    request: 'output',
    read: outputFormat,
    values: ['json', 'csv', 'parquet'],
    help: 'the tables as json (JSON Lines) or csv too, beside Parquet; in CSV no text is taken for a formula',
  },
  'no-attacked': { type: 'boolean', request: 'output.attacked', read: () => false, help: 'not the attacked dataset' },
  redact: {
    type: 'boolean',
    request: 'output.redact',
    help: `no item's text anywhere: figures, numbers and names of transactions only; for a page that others may see`,
  },
  sarif: {
    type: 'string',
    value: 'FILE',
    help: 'for a pipeline: whether the guarantee holds, the limit is kept and every attack ran (docs/ci.md)',
  },
  junit: { type: 'string', value: 'FILE', help: 'the same as JUnit' },
  markdown: { type: 'string', value: 'FILE', help: 'the same as Markdown' },
  json: { type: 'boolean', help: 'the summary as JSON on standard output' },
} as const satisfies Options;

export const AUDIT_OPTIONS = { ...RELEASE_OPTIONS, ...ATTACKER_OPTIONS, ...ATTACKING_OPTIONS, ...WRITING_OPTIONS };

/** Options of a request for the cloud, without those of the terminal. */
export const SUBMIT_OPTIONS = {
  ...Object.fromEntries(
    Object.entries(AUDIT_OPTIONS as Options).filter(([name, { request }]) => request !== undefined && name !== 'format'),
  ),
  name: { type: 'string', value: 'NAME', request: 'name', help: `the audit's name; by default the release's` },
} as const satisfies Options;
