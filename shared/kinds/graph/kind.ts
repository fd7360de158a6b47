import { plainKind } from '../../app/audit/plain/kind-of-plain.ts';
import type { OpenedFile } from '../../app/read-release.ts';
import type { Asked, Told } from '../kind.ts';
import { assessGraph } from './assess.ts';
import { cutGraph, exposeAlike, judgeAlike, SHAPES } from './attack.ts';
import { type GivenGraph, openGraph } from './open.ts';
import { CLASSES, GLOSSARY, MEND, WORDS } from './words.ts';

/** Graphs of people and who is linked with whom. A unit is the nodes whose surroundings look alike. */
export const graph = plainKind({
  name: 'graph',
  units: CLASSES,
  words: WORDS,
  shapes: SHAPES,
  attack: { name: 'surroundings', version: 1 },
  glossary: GLOSSARY,
  mend: MEND,
  tells: tellsGraph,
  suits: () => {},
  open: openGraph,
  cut: (given: GivenGraph, { request }) => Promise.resolve(cutGraph(given, request.seed)),
  expose: exposeAlike,
  judge: judgeAlike,
  assess: (whole, { original }, { request }) => Promise.resolve(assessGraph(whole, original, request)),
});

/** An edge a line could be a transaction of two items: such a list is a graph by the word of who asks. */
export function tellsGraph({ head, table }: Pick<OpenedFile, 'head' | 'table'>, { kind }: Pick<Asked, 'kind'>): Told {
  if (table !== null) return { is: 'no', why: 'workbooks and Parquet are not read as graphs; save it as CSV' };
  if (/^\ufeff?\s*\{\s*"graph"\s*:/.test(head)) return { is: 'yes', why: 'it begins with "graph"' };
  return kind === 'graph' && !/^\ufeff?\s*[{[]/.test(head)
    ? { is: 'yes', why: 'its lines are edges' }
    : { is: 'no', why: 'wanted {"graph":"undirected"} on the first line (or "kind": "graph", and an edge a line)' };
}
