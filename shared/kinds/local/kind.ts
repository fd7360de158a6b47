import * as z from 'zod';
import type { AuditRequest } from '../../contracts/audit-request.ts';
import { many } from '../../contracts/work-blob.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { itemHierarchy } from '../../core/model/hierarchy.ts';
import { placeIn } from '../../core/numeric/sorted.ts';
import { pairsOf } from '../../core/sets/published-set.ts';
import type { Audit, Files } from '../../kit/kind.ts';
import type { PlainShapes } from '../../kit/plain/blobs.ts';
import { plainKind } from '../../kit/plain/kind-of-plain.ts';
import type { CutRelease, Guess } from '../../kit/plain/plain-kind.ts';
import { distancesOf, RELATED_PAIRS, type RelatedPairs, relatePairs } from '../../kit/plain/relate-pairs.ts';
import { wholeText } from '../../kit/read/open-bytes.ts';
import { readOriginal } from '../../kit/read/read-release.ts';
import { leafClasses, leafShares, likeliest } from './core/leaf-odds.ts';
import { type LocalRelease, originalLeaves, parseLocal } from './core/local-format.ts';
import { inexactRows } from './core/local-generalisation.ts';
import { attackedRows, nodeSets } from './core/node-sets.ts';
import { assessLocal, type Known } from './measure/assess.ts';
import { CLASSES, GLOSSARY, MEND, WORDS } from './words.ts';

export interface GivenLocal {
  readonly release: LocalRelease;
  readonly known: Known | null;
}

/** The rows of a class, and of each node that hides items the likeliest of these. */
interface ClassUnit {
  readonly rows: readonly number[];
  readonly guesses: readonly { readonly item: string; readonly node: string; readonly probability: number }[];
}

/** The items of each row, in the order of the class; measures alone read it. */
interface ClassTruth {
  readonly rows: readonly number[];
  readonly items: readonly (readonly string[])[];
}

interface StoredLocal {
  readonly children: LocalRelease['children'];
  readonly transactions: LocalRelease['transactions'];
}

const place = z.int().min(0);
const SHAPES: PlainShapes<ClassUnit, ClassTruth, StoredLocal, Known, RelatedPairs> = {
  version: 2,
  unit: z.strictObject({
    rows: many(place),
    guesses: many(z.strictObject({ item: z.string(), node: z.string(), probability: z.number() })),
  }),
  truth: z.strictObject({ rows: many(place), items: many(many(z.string())) }),
  whole: z.strictObject({ children: many(z.tuple([z.string(), many(z.string())])), transactions: many(many(place)) }),
  original: z.strictObject({ leaves: many(many(place)), inexact: many(place) }),
  related: RELATED_PAIRS,
};

/** Items published as nodes of a tree, part by part: `{"hierarchy":{"drink":["beer","wine"]},"transactions":[["drink"],["wine"]]}`. */
export const local = plainKind({
  name: 'local',
  units: CLASSES,
  words: WORDS,
  shapes: SHAPES,
  attack: { name: 'frequency', version: 1, way: 'learned', knows: 'how common items are, by the classes that publish them as themselves' },
  glossary: GLOSSARY,
  mend: MEND,
  validate,
  open,
  cut: ({ release, known }: GivenLocal, { request: { seed } }: Pick<Audit, 'request'>) => {
    const cut: CutRelease<ClassUnit, ClassTruth, StoredLocal, Known> = {
      people: release.transactions.map(() => ({ id: null })),
      units: unitsOf(release, known, seed),
      whole: { children: release.children, transactions: release.transactions },
      original: known,
    };
    return Promise.resolve(cut);
  },
  expose: ({ rows, guesses }) =>
    guesses.flatMap(({ item, node, probability }) =>
      rows.map(
        (person): Guess => ({
          person,
          id: null,
          target: item,
          probability,
          without: null,
          decision: 'named',
          betrayedBy: node,
          isProtected: false,
        }),
      ),
    ),
  judge: ({ rows, items }, { person, target }) => items[placeIn(rows, person)]?.includes(target) ?? false,
  relate: async ({ children, transactions }, audit, { counters }) =>
    relatePairs(pairsOf(nodeSets(leafClasses(transactions), itemHierarchy(new Map(children)))), audit, await counters()),
  attacked: ({ children, transactions }, related, { request: { seed } }) =>
    attackedRows(transactions, itemHierarchy(new Map(children)), distancesOf(related), seed),
  assess: ({ children, transactions }, { original, related }, { request }) =>
    Promise.resolve(assessLocal(itemHierarchy(new Map(children)), transactions, original, related, request)),
});

function validate({ claim, hierarchy }: AuditRequest): void {
  if (claim.m !== undefined)
    throw new BadInput('claim.m: of a locally generalised release k transactions publish the same, whatever is known; it claims k alone');
  if (claim.privacyConstraints !== undefined || claim.utilityConstraints !== undefined)
    throw new BadInput('claim: a locally generalised release has no constraints');
  if (hierarchy !== undefined) throw new BadInput('hierarchy: a locally generalised release holds its own');
}

async function open({ release, original, reading }: Files): Promise<GivenLocal> {
  const read = parseLocal(await wholeText(release.bytes, release.name), release.name);
  if (original === null) return { release: read, known: null };
  const { transactions } = await readOriginal(original, reading);
  const leaves = await originalLeaves(original.name, transactions, read);
  return { release: read, known: { leaves, inexact: inexactRows(leaves, read.transactions, read.tree) } };
}

function* unitsOf({ tree, transactions }: LocalRelease, known: Known | null, seed: string) {
  const classes = leafClasses(transactions);
  const shares = leafShares(classes, tree);
  for (const { rows, nodes } of classes) {
    const guesses = nodes
      .filter((node) => node >= tree.leaves)
      .map((node) => ({
        item: tree.names[likeliest(shares, tree, node, seed)],
        node: tree.names[node],
        // One at least is held, so one of them at random is right so often. The shares are overconfident, since
        // common items were published as themselves: they rank, and are not quoted.
        probability: 1 / (tree.end[node] - tree.first[node]),
      }));
    const items = known === null ? null : rows.map((row) => (known.leaves[row] ?? []).map((leaf) => tree.names[leaf]));
    yield { unit: { rows, guesses }, cells: Math.max(1, rows.length * guesses.length), truth: items === null ? null : { rows, items } };
  }
}
