// What the attack on hidden terms practises on: not the same few terms over and over.

import { relateLeaves } from '../../../shared/kinds/sanitised-text/attack/relate-leaves.ts';
import type { SanitisedDocument } from '../../../shared/kinds/sanitised-text/core/sanitised-file.ts';
import { treeOf } from '../../../shared/kinds/sanitised-text/core/sanitised-file.ts';

/** Each text holds "flu", a term of its own, and a mark. */
function practised(texts: number): Promise<number | undefined> {
  const own = Array.from({ length: texts }, (_, at) => `term ${at}`);
  const children: [string, string[]][] = [['illness', ['flu', 'gout', 'mumps']]];
  for (let at = 0; at < texts; at += 3) children.push([`node ${at}`, own.slice(at, at + 3)]);
  const documents = own.map(
    (term, at): SanitisedDocument => ({ id: String(at), text: [{ term: 'flu' }, ' and ', { term }, ' or ', { mark: 1, node: 'node 0' }] }),
  );
  const tree = treeOf(children);
  if (tree === null) throw new Error('a tree has nodes');
  const found = relateLeaves({ documents, tree, labels: undefined, smoothing: 'cautious', seed: 's' }, []);
  return found.then(({ practice }) => practice?.sets);
}

test('a term that stands in every text is practised on twice; in small trees as often as it takes', async () => {
  // Each text's own term once, and "flu" twice.
  expect(await practised(150)).toBe(152);
  expect(await practised(60)).toBe(100);
});
