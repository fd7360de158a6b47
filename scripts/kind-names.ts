// Finds where a kind of release is named outside its folder: what differs between kinds is a property of the kind, so that a further one is a
// folder and an entry of the registry. In shared only the contracts' enumeration has the names; a command may say of which kind a release is that
// it makes or reads, `{ kind: 'relational' }`, and import what makes it, but ask no release whether it is of one.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_KINDS } from '../shared/contracts/audit-request.ts';
import { childrenOf, type Node, syntaxOf } from './syntax.ts';

const ENUMERATION = 'shared/contracts/audit-request.ts';

/** Names that are words of the domain too: of a kind they speak only beside something that is called one, as in `kind === 'graph'`. */
const WORDS: ReadonlySet<string> = new Set(['groups', 'local', 'places', 'graph']);
/** Of commands: an anonymiser, and an option. */
const WORDS_OF_COMMANDS: ReadonlySet<string> = new Set([...WORDS, 'query-log']);
const NAMES: ReadonlySet<string> = new Set(RELEASE_KINDS);
const FOLDER = new RegExp(`\\bkinds/(?:${RELEASE_KINDS.join('|')})\\b`);

/** Every string that is a kind's name, and in shared every mention of a kind's folder, in a comment too. */
export function checkKindNames(root: string): readonly string[] {
  return globSync('{shared,cli,functions,infra,cloud-local}/**/*.ts', { cwd: root })
    .filter((file) => !file.startsWith('shared/kinds/') && file !== ENUMERATION)
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const found = file.startsWith('shared/')
        ? [...foldersIn(text), ...namesIn(text, WORDS, false)]
        : namesIn(text, WORDS_OF_COMMANDS, true);
      return found.map((place) => `${file}:${place}: make it a property of the kind`);
    });
}

const foldersIn = (text: string): string[] =>
  text.split('\n').flatMap((line, at) => {
    const folder = FOLDER.exec(line)?.[0];
    return folder === undefined ? [] : [`${at + 1}: names the folder ${folder}`];
  });

/** `maySay`: the kind of what is made or read may be said, as the value of a property that is called so. */
function namesIn(text: string, words: ReadonlySet<string>, maySay: boolean): string[] {
  // Most files hold no such name: their syntax need not be read.
  if (!RELEASE_KINDS.some((name) => text.includes(name))) return [];
  const { tree, lineOf } = syntaxOf(text);
  const found: string[] = [];
  visit(tree, false);
  return found;

  function visit(node: Node, ofKinds: boolean): void {
    if (maySay && node.type === 'KeyValueProperty' && isKind(node['key']) && textOf(node['value'] as Node) !== null) return;
    const name = textOf(node);
    if (name !== null && NAMES.has(name) && (ofKinds || !words.has(name))) found.push(`${lineOf(node)}: names the kind "${name}"`);
    const speaks = speaksOfKinds(node) ?? ofKinds;
    for (const child of childrenOf(node)) visit(child, speaks);
  }
}

const textOf = (node: Node): string | null => {
  if (node.type === 'StringLiteral') return String(node['value']);
  return node.type === 'TemplateElement' ? String(node['cooked']) : null;
};

/** Whether what stands in a node is a kind, by the name that it goes by; null: as around it. */
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
