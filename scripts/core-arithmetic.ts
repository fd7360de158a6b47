// Fails when pure code (shared/core, shared/corpus, the core of a kind) uses arithmetic whose last bits differ between processors or versions (Math.exp, **, ...), or chance
// that is not seeded. Reads the syntax, not the text: comments and strings may say what they like.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf, type Node, syntaxOf } from './syntax.ts';

const SAME_EVERYWHERE = new Set(
  'abs ceil clz32 floor fround imul log max min round sign sqrt trunc E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2'.split(' '),
);

/** Every use of Math that is not `Math.name` with a name from the list, and every ** in pure code under `root`. */
export function checkCoreArithmetic(root: string) {
  const files = globSync('shared/{core,corpus,kinds/*/core}/**/*.ts', { cwd: root }).toSorted();
  return { read: files.length, violations: files.flatMap((file) => violationsOf(file, readFileSync(join(root, file), 'utf8'))) };
}

function violationsOf(file: string, text: string): string[] {
  const { tree, lineOf } = syntaxOf(text);
  const found: string[] = [];
  const report = (node: Node, what: string): void => {
    found.push(`${file}:${lineOf(node)}: ${what}`);
  };
  visit(tree);
  return found;

  function visit(node: Node): void {
    if (node.type === 'MemberExpression' && isMath(node['object'] as Node)) {
      const property = node['property'] as Node;
      if (property.type !== 'Identifier') report(node, 'Math[...]: name the member, so that this check sees which it is');
      else if (!SAME_EVERYWHERE.has(String(property['value']))) {
        report(node, `Math.${property['value']}: not the same everywhere; use core/numeric, or core/random for chance`);
      }
      if (property.type !== 'Identifier') visit(property);
      return;
    }
    if (isMath(node)) report(node, 'Math renamed, taken apart or passed on: write Math.name where it is used');
    if (node['operator'] === '**' || node['operator'] === '**=') {
      report(node, `${node['operator']}: it is Math.pow; multiply, or use core/numeric`);
    }
    for (const child of childrenOf(node)) visit(child);
  }
}

/** `Math` itself, or `globalThis.Math`. */
function isMath(node: Node): boolean {
  if (node.type === 'Identifier') return node['value'] === 'Math';
  return node.type === 'MemberExpression' && (node['property'] as Node)['value'] === 'Math';
}

if (import.meta.main) {
  const { read, violations } = checkCoreArithmetic(process.cwd());
  for (const violation of violations) console.error(violation);
  console.log(`${read} files of pure code read, ${violations.length} uses of arithmetic that differs between processors`);
  process.exit(read > 0 && violations.length === 0 ? 0 : 1);
}
