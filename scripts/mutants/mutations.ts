import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

/** One small change of one file. Positions count bytes. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly replacement: string;
  /** The expression or statement that is evaluated when the change matters: a test that never gets here cannot tell. */
  readonly place: Place;
  /** The same over other changes of the file: what the line said, and what it says then. */
  readonly name: string;
}

interface Place {
  readonly from: number;
  readonly to: number;
  /** A statement is no expression, and is marked in braces. */
  readonly statement: boolean;
}

interface Node {
  readonly type?: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly [key: string]: unknown;
}

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
};
/** Methods that stand for each other. */
const METHODS: Readonly<Record<string, string>> = { min: 'max', max: 'min', some: 'every', every: 'some', floor: 'ceil', ceil: 'floor' };
/** Methods that may be left out: what they are called on stays. */
const LEFT_OUT = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice']);
/** Whole numbers from here on count steps of a search or draws: one more changes nothing that anybody could hold against it. */
const STEPS = 10;
/** Numbers below this are tolerances: a tenth more of one is no other result either. */
const TOLERANCE = 1e-5;

/** All mutants of a file, in the order of their places. */
export function mutantsOf(file: string): Mutant[] {
  // Positions count from wherever the parser's last file ended; a first token of our own marks the start.
  const bytes = readFileSync(file);
  const module = parseSync(`;${bytes}`, { syntax: 'typescript', target: 'es2024' });
  const origin = module.span.start + 1;
  const found: Mutant[] = [];
  const named = new Map<string, number>();
  const spanOf = ({ span }: Node): readonly [number, number] => [(span?.start ?? 0) - origin, (span?.end ?? 0) - origin];
  const textOf = (from: number, to: number): string => bytes.subarray(from, to).toString();

  const add = (node: Node, kind: string, from: number, to: number, replacement: string, statement = false): void => {
    const [start, end] = spanOf(node);
    const before = textOf(0, from);
    const line = before.split('\n').length;
    const lineFrom = bytes.lastIndexOf('\n', from - 1) + 1;
    const lineTo = bytes.indexOf('\n', to) < 0 ? bytes.length : bytes.indexOf('\n', to);
    const said = `${textOf(lineFrom, from)}«${textOf(from, to)}»${textOf(to, lineTo)}`.replaceAll(/\s+/g, ' ').trim();
    const own = `${said} → ${replacement === '' ? 'nothing' : replacement}`;
    const times = (named.get(own) ?? 0) + 1;
    named.set(own, times);
    const name = times === 1 ? own : `${own} (${times})`;
    found.push({ file, line, kind, from, to, replacement, place: { from: start, to: end, statement }, name });
  };

  /** The operator stands between the two, beside brackets and blanks. */
  const operator = (node: Node, left: Node, right: Node, sign: string): void => {
    const [from, to] = [spanOf(left)[1], spanOf(right)[0]];
    const at = textOf(from, to).indexOf(sign);
    if (at < 0) return;
    for (const other of OPERATORS[sign] ?? []) add(node, 'operator', from + at, from + at + sign.length, other);
  };

  const condition = (test: Node): void => {
    const [from, to] = spanOf(test);
    for (const always of ['true', 'false']) if (textOf(from, to) !== always) add(test, 'condition', from, to, always);
  };

  const call = (node: Node): void => {
    const callee = node['callee'] as Node;
    if (callee.type !== 'MemberExpression' || inOptionalChain(callee)) return;
    const property = callee['property'] as Node;
    if (property.type !== 'Identifier') return;
    const name = String(property['value']);
    const [from, to] = spanOf(property);
    const other = METHODS[name];
    if (other !== undefined) add(node, 'method', from, to, other);
    if (LEFT_OUT.has(name)) add(node, 'method left out', spanOf(callee['object'] as Node)[1], spanOf(node)[1], '');
  };

  const visit = (node: Node): void => {
    switch (node.type) {
      case 'BinaryExpression': {
        const [left, right] = [node['left'] as Node, node['right'] as Node];
        const sign = String(node['operator']);
        if (!(sign === '+' && (isText(left) || isText(right)))) operator(node, left, right, sign);
        break;
      }
      case 'AssignmentExpression':
        operator(node, node['left'] as Node, node['right'] as Node, String(node['operator']));
        break;
      case 'UnaryExpression': {
        const [from] = spanOf(node);
        if (node['operator'] === '-' || node['operator'] === '!') add(node, 'sign', from, from + 1, '');
        break;
      }
      case 'BooleanLiteral': {
        const [from, to] = spanOf(node);
        add(node, 'truth', from, to, String(node['value'] !== true));
        break;
      }
      case 'NumericLiteral': {
        const value = Number(node['value']);
        const [from, to] = spanOf(node);
        if (!Number.isInteger(value)) {
          if (value >= TOLERANCE) add(node, 'number', from, to, String(value * 1.1));
        } else if (value < STEPS) add(node, 'number', from, to, String(value + 1));
        break;
      }
      case 'IfStatement':
      case 'ConditionalExpression':
        condition(node['test'] as Node);
        break;
      case 'CallExpression':
        call(node);
        break;
      case 'ExpressionStatement': {
        const [from, to] = spanOf(node);
        const { type } = node['expression'] as Node;
        if (type === 'CallExpression' || type === 'AssignmentExpression') add(node, 'statement left out', from, to, ';', true);
        break;
      }
      case 'ContinueStatement':
      case 'BreakStatement': {
        const [from, to] = spanOf(node);
        add(node, 'statement left out', from, to, ';', true);
        break;
      }
      default:
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'span') each(child);
  };
  const each = (child: unknown): void => {
    if (Array.isArray(child)) for (const one of child) each(one);
    else if (child !== null && typeof child === 'object') {
      const node = child as Node;
      if (isType(node)) return;
      visit(node);
    }
  };
  visit(module as unknown as Node);
  return found.sort((a, b) => a.from - b.from || a.to - b.to);
}

const KEPT_OF_TYPES = new Set(['TsAsExpression', 'TsNonNullExpression', 'TsConstAssertion', 'TsSatisfiesExpression']);
const isType = ({ type }: Node): boolean =>
  type !== undefined && ((type.startsWith('Ts') && !KEPT_OF_TYPES.has(type)) || type === 'ImportDeclaration');

const isText = ({ type }: Node): boolean => type === 'StringLiteral' || type === 'TemplateLiteral';

function inOptionalChain(node: Node): boolean {
  if (node.type === 'OptionalChainingExpression') return true;
  const inner = (node['object'] ?? node['callee'] ?? node['base']) as Node | undefined;
  return inner !== undefined && typeof inner === 'object' && inOptionalChain(inner);
}

export function mutated({ file, from, to, replacement }: Mutant): string {
  const bytes = readFileSync(file);
  return `${bytes.subarray(0, from)}${replacement}${bytes.subarray(to)}`;
}

/** The file with a mark at every place: `mutantHits[number]` becomes 1 where it is evaluated. */
export function marked(file: string, mutants: readonly { readonly place: Place; readonly number: number }[]): string {
  const bytes = readFileSync(file);
  const insertions: { readonly at: number; readonly text: string; readonly inner: number }[] = [];
  for (const { place, number } of mutants) {
    const length = place.to - place.from;
    const [open, close] = place.statement ? [`{mutantMarks[${number}]=1;`, '}'] : [`(mutantMarks[${number}]=1,`, ')'];
    // Statements lie around expressions of the same length.
    const depth = 2 * length + (place.statement ? 1 : 0);
    insertions.push({ at: place.from, text: open, inner: -depth }, { at: place.to, text: close, inner: depth });
  }
  // Where several meet: first what closes, inner before outer; then what opens, outer before inner.
  const order = insertions
    .map((each, index) => ({ ...each, index }))
    .sort((a, b) => a.at - b.at || Number(a.inner < 0) - Number(b.inner < 0) || a.inner - b.inner || sameDepth(a, b));
  let text = 'const mutantMarks=globalThis.mutantHits;';
  let done = 0;
  for (const { at, text: inserted } of order) {
    text += bytes.subarray(done, at).toString() + inserted;
    done = at;
  }
  return text + bytes.subarray(done).toString();
}

/** Marks of one place: those that open first close last. */
const sameDepth = (a: { inner: number; index: number }, b: { index: number }): number =>
  a.inner < 0 ? a.index - b.index : b.index - a.index;
