// Finds where a kind of release is named outside its folder: what differs between kinds is a property of the kind, so that a further one is a
// folder and a line of the registry. No file of the product has a kind's own words, in code or comment, or the name of a kind as a string.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KIND_NAMES } from '../shared/kinds/registry.ts';
import { childrenOf, type Node, syntaxOf } from './syntax.ts';

/** Words that only one kind has: its name, or that of a method. */
const VOCABULARY = /disassociat|query-?log|sanitised-?text|cahd|k-degree|cloak/i;

/** Names that are words of the domain too: of a kind they speak only beside something that is called one, as in `kind === 'graph'`. */
const WORDS: ReadonlySet<string> = new Set(['groups', 'local', 'places', 'graph', 'counts']);
const NAMES: ReadonlySet<string> = new Set(KIND_NAMES);
const FOLDER = new RegExp(`\\bkinds/(?:${KIND_NAMES.join('|')})\\b`);

export function checkKindNames(root: string): readonly string[] {
  return globSync('{shared,cli,functions,infra,cloud-local,bin}/**/*.{ts,mjs}', { cwd: root })
    .filter((file) => !file.startsWith('shared/kinds/'))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const folders = file.startsWith('shared/') ? matches(text, FOLDER, 'names the folder') : [];
      const words = matches(text, VOCABULARY, 'has a word of one kind,');
      const names = file.endsWith('.ts') ? namesIn(text, !file.startsWith('shared/')) : [];
      return [...folders, ...words, ...names].map((place) => `${file}:${place}: make it a property of the kind`);
    });
}

const matches = (text: string, pattern: RegExp, says: string): string[] =>
  text.split('\n').flatMap((line, at) => {
    const found = pattern.exec(line)?.[0];
    return found === undefined ? [] : [`${at + 1}: ${says} ${found}`];
  });

/** `maySay`: the kind of what is made or read may be said, as the value of a property that is called so. */
function namesIn(text: string, maySay: boolean): string[] {
  // Most files hold no such name: their syntax need not be read.
  if (!KIND_NAMES.some((name) => text.includes(name))) return [];
  const { tree, lineOf } = syntaxOf(text);
  const found: string[] = [];
  visit(tree, false);
  return found;

  function visit(node: Node, ofKinds: boolean): void {
    if (maySay && node.type === 'KeyValueProperty' && isKind(node['key']) && textOf(node['value'] as Node) !== null) return;
    const name = textOf(node);
    if (name !== null && NAMES.has(name) && (ofKinds || !WORDS.has(name))) found.push(`${lineOf(node)}: names the kind "${name}"`);
    const speaks = speaksOfKinds(node) ?? ofKinds;
    for (const child of childrenOf(node)) visit(child, speaks);
  }
}

const textOf = (node: Node): string | null => {
  if (node.type === 'StringLiteral') return String(node['value']);
  return node.type === 'TemplateElement' ? String(node['cooked']) : null;
};

/** Whether a node names a kind; null: as around it. */
function speaksOfKinds(node: Node): boolean | null {
  switch (node.type) {
    case 'KeyValueProperty':
    case 'TsPropertySignature':
      return isKind(node['key']);
    case 'VariableDeclarator':
    case 'TsTypeAliasDeclaration':
      return isKind(node['id']);
    case 'SwitchStatement':
      return isKind(node['discriminant']);
    case 'BinaryExpression':
      return isKind(node['left']) || isKind(node['right']) || null;
    case 'MemberExpression':
      return isKind(node['object']) || null;
    case 'CallExpression':
      return (
        isKind(node['callee']) ||
        (node['arguments'] as { readonly expression: Node }[]).some(({ expression }) => isKind(expression)) ||
        null
      );
    case 'BlockStatement':
      return false;
    default:
      return null;
  }
}

/** Something called a kind: `kind`, `audit.kind`, `KINDS`, `kinds.includes`. */
function isKind(value: unknown): boolean {
  const node = value as Node;
  if (node.type === 'Identifier') return /kind/i.test(String(node['value']));
  if (node.type !== 'MemberExpression') return false;
  return isKind(node['object']) || isKind(node['property']);
}
