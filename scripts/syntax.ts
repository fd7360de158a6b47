// The syntax of a TypeScript file, for checks that comments and strings must not mislead.
import { parseSync } from '@swc/core';

export interface Node {
  readonly type?: string;
  readonly span?: { readonly start: number };
  readonly [key: string]: unknown;
}

/** A file's tree, and the line of a node in it, from 1. */
export function syntaxOf(text: string): { readonly tree: Node; readonly lineOf: (node: Node) => number } {
  // Positions count bytes from wherever the parser's last file ended; a first token of our own marks the start.
  const source = Buffer.from(`;${text}`);
  const module = parseSync(source.toString(), { syntax: 'typescript', target: 'es2024' });
  const start = module.span.start;
  const lineOf = (node: Node): number =>
    source
      .subarray(0, (node.span?.start ?? start) - start)
      .toString()
      .split('\n').length;
  return { tree: module as unknown as Node, lineOf };
}

export function* childrenOf(node: Node): Generator<Node> {
  for (const child of Object.values(node)) {
    for (const each of Array.isArray(child) ? child : [child]) {
      if (typeof each === 'object' && each !== null) yield each as Node;
    }
  }
}
