import { type ColumnFacts, columnFacts } from './column-facts.ts';
import type { TableRow } from './delimited.ts';
import {
  isCountName,
  isIdentifierName,
  isIdName,
  isItemName,
  isLabelName,
  isPersonalName,
  isPersonId,
  isTimeName,
  stemOf,
} from './names.ts';

/** Role of a column. `known`: others know it about a person; `hidden`: they must not learn it. */
export type ColumnRole = 'id' | 'item' | 'label' | 'flag' | 'list' | 'identifier' | 'known' | 'hidden' | 'left out';

export interface ProposedColumn {
  readonly at: number;
  readonly name: string;
  readonly role: ColumnRole;
  readonly why: string;
}

export interface Proposal {
  /** Transactions: sets of items, one for each id. People: a record a person. */
  readonly form: 'transactions' | 'people';
  readonly columns: readonly ProposedColumn[];
  /** Questions that the file does not answer; each says which answer the proposal gives. */
  readonly asks: readonly string[];
  /** The last column, where it says of how many people each row is: then the table holds published counts. */
  readonly counts: string | null;
}

/** Proposes a role for each column of a table with names, from its first rows. */
export function proposeColumns(names: readonly string[], rows: readonly TableRow[], missing: ReadonlySet<string>): Proposal {
  const columns = names.map((name, at) => columnFacts(name, at, rows, missing));
  const sketch = new Sketch(columns);
  const whose = chooseId(sketch);
  for (const { at, content, name, identifies } of columns) {
    if (sketch.has(at)) continue;
    if (content === 'empty') sketch.set(at, 'left out', 'It is empty.');
    else if (content === 'row numbers') sketch.set(at, 'left out', 'It counts the rows.');
    else if (identifies !== null) sketch.set(at, 'identifier', `It holds ${identifies}.`);
    else if (isPersonalName(name))
      sketch.set(at, 'known', content === 'dates' ? 'A date of birth is known to others.' : `Others know "${name}" of a person.`);
    else if (content === 'dates') sketch.set(at, 'left out', 'It holds dates or times.');
    else if (isIdName(name)) sketch.set(at, 'left out', 'It holds numbers of another kind.');
  }
  pairLabels(sketch);
  for (const { at, name } of columns)
    if (!sketch.has(at) && isIdentifierName(name)) sketch.set(at, 'identifier', `"${name}" says who a person is.`);
  const open = columns.filter(({ at }) => !sketch.has(at));
  const flags = open.filter(({ content }) => content === 'flags');
  const lists = open.filter(({ content }) => content === 'lists');
  const things = itemColumns(open, sketch);
  if (things.length > 0) takeItems(sketch, things, whose);
  else if (lists.length > 0)
    for (const { at, separator } of lists) sketch.set(at, 'list', `Its cells hold several items, separated by "${separator}".`);
  else if (flags.length > 1) for (const { at } of flags) sketch.set(at, 'flag', 'Its cells say only yes or no: its name is the item.');
  else takeWords(sketch, open, whose);
  if (sketch.with('item').length > 0 && flags.length > 1)
    sketch.asks.push('Columns of yes and no stand next to columns of items; the proposal leaves them out.');
  if (sketch.with('item').length > 0 && lists.length > 0)
    sketch.asks.push('A column of lists stands next to columns of items; the proposal leaves it out.');
  const numbered = columns.find((column) => !sketch.has(column.at) && column.content === 'numbers' && !repeats(column));
  if (whose === null && numbered !== undefined && sketch.with('item').length !== 1)
    sketch.asks.push(`Does "${numbered.name}" say whose a row is? Its name does not say so; the proposal takes each row by itself.`);
  const garbled = names.find((name) => /Ã[\u0080-\u00bf\u0152-\u0178\u2018-\u203a‚„…†‡ˆ‰Š]/u.test(name));
  if (garbled !== undefined)
    sketch.asks.push(`"${garbled}" was garbled before it was saved: UTF-8 was read as another encoding. Can the table be exported again?`);
  for (const { at, content } of columns)
    if (!sketch.has(at)) sketch.set(at, 'left out', content === 'numbers' ? 'It holds measures.' : 'Nothing says that it holds items.');
  const form = formOf(sketch, whose);
  return { form, columns: sketch.columns(), asks: sketch.asks, counts: form === 'people' ? countsOf(sketch) : null };
}

/** Name of the last column if it counts people: a whole number or a hidden one for every combination of the others, none of them twice. */
function countsOf(sketch: Sketch): string | null {
  const last = sketch.facts.at(-1);
  const others = sketch.facts.slice(0, -1);
  if (last === undefined || !isCountName(last.name) || sketch.with('identifier').length > 0) return null;
  if (last.values.some((value) => !/^(?:\d*|\*|<\s*\d+|\d+\s*-\s*\d+)$/.test(value))) return null;
  const keys = new Set(last.values.map((_, row) => JSON.stringify(others.map(({ values }) => values[row]))));
  return keys.size === last.values.length ? last.name : null;
}

class Sketch {
  readonly asks: string[] = [];
  readonly facts: readonly ColumnFacts[];
  readonly #roles = new Map<number, { readonly role: ColumnRole; readonly why: string }>();

  constructor(facts: readonly ColumnFacts[]) {
    this.facts = facts;
  }

  set(at: number, role: ColumnRole, why: string): void {
    this.#roles.set(at, { role, why });
  }

  isFree(at: number): boolean {
    return (this.#roles.get(at)?.role ?? 'left out') === 'left out';
  }

  has(at: number): boolean {
    return this.#roles.has(at);
  }

  with(role: ColumnRole): ColumnFacts[] {
    return this.facts.filter(({ at }) => this.#roles.get(at)?.role === role);
  }

  columns(): ProposedColumn[] {
    return this.facts.map(({ at, name }) => ({ at, name, role: 'left out' as const, why: '', ...this.#roles.get(at) }));
  }
}

const mayBeId = ({ content }: ColumnFacts): boolean =>
  content !== 'lists' && content !== 'empty' && content !== 'flags' && content !== 'sentences';
const repeats = ({ distinct, filled }: ColumnFacts): boolean => distinct < filled;

/** The column that says whose a row is. Of several the one whose values come again; of those the person's. */
function chooseId(sketch: Sketch): ColumnFacts | null {
  const named = sketch.facts.filter((column) => mayBeId(column) && isIdName(column.name));
  const full = named.filter(({ filled }) => filled === Math.max(...named.map((each) => each.filled)));
  const again = full.filter(repeats);
  const others = full.filter(({ content }) => content !== 'row numbers');
  const candidates = again.length > 0 ? again : [...others, ...full].slice(0, full.length);
  const [first] = candidates;
  if (first === undefined) return namesOfRows(sketch);
  const chosen = candidates.find(({ name }) => isPersonId(name)) ?? first;
  const [other] = candidates.filter((each) => each !== chosen && !sameParts(each, chosen));
  if (other !== undefined)
    sketch.asks.push(
      `Whose items belong together: those of one "${chosen.name}", or of one "${other.name}"? The proposal takes "${chosen.name}".`,
    );
  sketch.set(chosen.at, 'id', `Its name says whose a row is, and it holds ${chosen.distinct} distinct values.`);
  return chosen;
}

/** R writes the names of rows into a column without a name: ids, where they are not the numbers of the rows. */
function namesOfRows(sketch: Sketch): ColumnFacts | null {
  const [first, ...others] = sketch.facts;
  const isName = first !== undefined && first.name === '' && mayBeId(first) && first.content !== 'row numbers' && !repeats(first);
  if (!isName || others.some(({ name }) => name === '')) return null;
  sketch.set(first.at, 'id', 'It has no name and no value twice, as names of rows.');
  return first;
}

const sameParts = (a: ColumnFacts, b: ColumnFacts): boolean => determines(a, b) && determines(b, a);

/** Each value of one column stands next to one value of the other. */
function determines({ values: from }: ColumnFacts, { values: to }: ColumnFacts): boolean {
  const known = new Map<string, string>();
  for (const [row, value] of from.entries()) {
    const other = to[row];
    if (value === '' || other === '') continue;
    if ((known.get(value) ?? other) !== other) return false;
    known.set(value, other);
  }
  return known.size > 0;
}

/** A column of words whose value follows from the code next to it is its label. */
function pairLabels(sketch: Sketch): void {
  const free = ({ at }: ColumnFacts): boolean => !sketch.has(at);
  const isText = ({ content }: ColumnFacts): boolean => content === 'words' || content === 'sentences' || content === 'lists';
  for (const code of sketch.facts) {
    if (!free(code) || !(code.content === 'codes' || (isItemName(code.name) && !isLabelName(code.name)))) continue;
    const texts = sketch.facts.filter((text) => text !== code && free(text) && isText(text) && text.system === null);
    const follows = texts.filter((text) => determines(code, text) && text.filled > 0 && text.filled <= code.filled);
    const label =
      follows.find(
        (text) =>
          (isLabelName(text.name) || code.content === 'codes') &&
          (sameNumber(code, text) || !isNumbered(code, sketch.facts)) &&
          (repeats(code) || isLabelName(text.name)),
      ) ?? null;
    if (label !== null) sketch.set(label.at, 'label', `It gives the meaning of the codes in "${code.name}".`);
  }
}

const isNumbered = ({ at, name }: ColumnFacts, all: readonly ColumnFacts[]): boolean =>
  stemOf(name) !== null && all.some((other) => other.at !== at && stemOf(other.name) === stemOf(name));
const numberIn = (name: string): string => /(\d+)\D*$/.exec(name)?.[1] ?? '';
const sameNumber = (a: ColumnFacts, b: ColumnFacts): boolean => numberIn(a.name) === numberIn(b.name);

/** Columns of codes or with the names of items, and numbered ones next to them. */
function itemColumns(open: readonly ColumnFacts[], sketch: Sketch): ColumnFacts[] {
  const holds = ({ content }: ColumnFacts): boolean => content === 'codes' || content === 'words' || content === 'numbers';
  const coded = open.filter(({ content, system }) => content === 'codes' && system !== 'article number');
  const named = open.filter((each) => holds(each) && isItemName(each.name) && (each.content !== 'numbers' || repeats(each)));
  const numbered = open.filter((each) => holds(each) && stemOf(each.name) !== null);
  // Numbered columns of one name: `ND1, ND2, ...`.
  const stems = [...Map.groupBy(numbered, ({ name }) => stemOf(name)).values()].filter(
    (group) => group.length > 1 && group.some(({ content }) => content !== 'numbers'),
  );
  const chosen = new Set([
    ...coded,
    ...named,
    ...(coded.length > 0 ? stems.filter((group) => group.some((each) => coded.includes(each))) : stems).flat(),
  ]);
  const systems = new Set(coded.map(({ system }) => system));
  const words = [...chosen].filter((each) => !coded.includes(each) && !stems.flat().includes(each));
  if (coded.length > 0 && words.length > 0)
    sketch.asks.push(`Is "${words[0]?.name}" an item as well, next to the codes in "${coded[0]?.name}"? The proposal takes both.`);
  if (systems.size > 1)
    sketch.asks.push(`The columns hold codes of ${[...systems].join(' and ')}: are all of them items? The proposal takes all.`);
  return [...chosen];
}

function takeItems(sketch: Sketch, things: readonly ColumnFacts[], whose: ColumnFacts | null): void {
  for (const { at, name, system } of things)
    sketch.set(
      at,
      'item',
      system === null ? `"${name}" is the name of a column of items.` : `Its values are written like codes of ${system}.`,
    );
  // An empty column of the same stem is empty in the first rows only.
  const stems = new Set(things.map(({ name }) => stemOf(name)).filter((stem) => stem !== null));
  for (const { at, name, content } of sketch.facts)
    if (content === 'empty' && stems.has(stemOf(name) ?? ''))
      sketch.set(at, 'item', 'It is numbered like the columns of items next to it.');
  if (whose === null && things.length === 1) sketch.asks.push('No column says whose a row is; the proposal takes each row by itself.');
}

/** No code and no name of an item: the only column of words is taken, and asked about. */
function takeWords(sketch: Sketch, open: readonly ColumnFacts[], whose: ColumnFacts | null): void {
  const words = open.filter(({ content, name }) => content === 'words' && !isTimeName(name));
  const [only, another] = words;
  if (only === undefined) return;
  if (another !== undefined) {
    sketch.asks.push(`Which of ${words.map(({ name }) => `"${name}"`).join(', ')} hold items? The proposal takes none.`);
    return;
  }
  sketch.set(only.at, 'item', 'It is the only column of words that is left.');
  if (whose === null || sketch.with('known').length > 0)
    sketch.asks.push(`Does "${only.name}" hold the items? Its name does not say so; the proposal takes it.`);
}

const SECRET = /(?:salary|income|gehalt|einkommen|lohn|salaire|revenu|salario|ingresos?|sueldo|result|ergebnis|befund)/i;

/** One row a person with what others know of her, and at most a value or two to hide: a table of people. */
function formOf(sketch: Sketch, whose: ColumnFacts | null): Proposal['form'] {
  const items = sketch.with('item');
  const known = sketch.with('known');
  const many =
    sketch.with('flag').length + sketch.with('list').length > 0 || items.length > 2 || items.some((each) => isNumbered(each, items));
  if (known.length === 0 || many || (whose !== null && repeats(whose))) return 'transactions';
  for (const { at, name } of items) sketch.set(at, 'hidden', `"${name}" is what others are not to learn of a person.`);
  for (const { at, name, content } of sketch.facts)
    if (sketch.isFree(at) && content !== 'empty' && SECRET.test(name))
      sketch.set(at, 'hidden', `"${name}" is what others are not to learn of a person.`);
  sketch.asks.length = 0;
  if (whose !== null) sketch.set(whose.at, 'identifier', 'It numbers the persons, one row each.');
  sketch.asks.push(
    'Is this a table of people, a record a person, or are the columns of items sets to publish? The proposal takes a table of people.',
  );
  return 'people';
}
