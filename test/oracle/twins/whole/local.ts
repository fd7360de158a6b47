// Local generalisation: each class and leaf by looking at every row.
import { mean } from './by-hand.ts';
import { type Figure, trials, type WholeTwin } from './twin.ts';

const TREE: Readonly<Record<string, readonly string[]>> = {
  all: ['drinks', 'care'],
  drinks: ['beer', 'wine', 'tea'],
  care: ['soap', 'cream'],
};
const LEAVES = Object.values(TREE)
  .flat()
  .filter((node) => TREE[node] === undefined);

const under = (node: string): string[] => TREE[node]?.flatMap(under) ?? [node];
const some = <T>(values: readonly T[], take: () => boolean): T[] => values.filter(take);

export const localTwin: WholeTwin = {
  kind: 'local',
  tables: ['trials'],
  draw(random) {
    // How items are published, a way for each class of rows: at the root, under it, or as they are.
    const cuts = Array.from({ length: 1 + random.below(3) }, () =>
      random.unit() < 0.2
        ? ['all']
        : Object.keys(TREE)
            .slice(1)
            .flatMap((node) => (random.unit() < 0.6 ? [node] : under(node))),
    );
    const original = Array.from({ length: 4 + random.below(12) }, () => {
      const items = some(LEAVES, () => random.unit() < 0.4);
      return items.length > 0 ? items : ['tea'];
    });
    const release = original.map((items) => {
      const cut = cuts[random.below(cuts.length)];
      return cut.filter((node) => under(node).some((leaf) => items.includes(leaf)));
    });
    const hasOriginal = random.unit() < 0.8;
    return {
      audit: {
        release: JSON.stringify({ hierarchy: TREE, transactions: release }),
        original: hasOriginal ? original.map((items) => `${JSON.stringify({ items })}\n`).join('') : null,
        request: { kind: 'local' },
      },
      checks: [trials(expectedOf(release, hasOriginal ? original : null))],
    };
  },
};

function expectedOf(release: readonly (readonly string[])[], original: readonly (readonly string[])[] | null) {
  const classes = [...Map.groupBy(release.keys(), (row) => (release[row] as string[]).toSorted().join(' ')).values()];
  const nodesOf = (rows: readonly number[]): readonly string[] => release[rows[0]] as string[];
  const bare = release.flat().filter((node) => TREE[node] === undefined);
  const rows = new Map<string, Record<string, Figure>>([
    [
      'bare',
      {
        status: 'decided',
        value: bare.length / release.flat().length,
        people: release.filter((nodes) => nodes.some((node) => TREE[node] === undefined)).length,
      },
    ],
  ]);
  const cells = classes.flatMap((own) =>
    nodesOf(own)
      .filter((node) => TREE[node] !== undefined)
      .flatMap((node) =>
        under(node).map((leaf) => ({
          own,
          node,
          leaf,
          held: original === null ? 0 : own.filter((row) => original[row]?.includes(leaf)).length,
        })),
      ),
  );
  if (original === null || cells.length === 0) {
    for (const attack of ['frequency', 'ceiling']) rows.set(attack, { status: 'not computable' });
    return rows;
  }
  const all = cells.reduce((total, { own }) => total + own.length, 0);
  const best = cells.reduce((total, { own, held }) => total + Math.max(held, own.length - held), 0);
  rows.set('ceiling', {
    status: 'decided',
    value: best / all,
    right: best,
    cells: all,
    baseline_value: cells.reduce((total, { held }) => total + held, 0) / all,
  });
  const shares = leafShares(release);
  const named = classes.flatMap((own) =>
    nodesOf(own)
      .filter((node) => TREE[node] !== undefined)
      .map((node) => {
        const leaves = cells.filter((cell) => cell.own === own && cell.node === node);
        const most = Math.max(...leaves.map(({ leaf }) => shares.get(leaf) as number));
        const best = leaves.filter(({ leaf }) => most - (shares.get(leaf) as number) <= 1e-9).map(({ held }) => held);
        return {
          size: own.length,
          held: best[0],
          // Which of several that are as common is named is for the seed to say.
          isCertain: new Set(best).size === 1,
          chance: mean(leaves.map(({ held }) => held)),
          most: Math.max(...leaves.map(({ held }) => held)),
        };
      }),
  );
  const size = named.reduce((total, each) => total + each.size, 0);
  rows.set('frequency', {
    status: 'decided',
    ...(named.every(({ isCertain }) => isCertain) ? { value: named.reduce((total, { held }) => total + held, 0) / size } : {}),
    baseline_value: named.reduce((total, { chance }) => total + chance, 0) / size,
    best: named.reduce((total, { most }) => total + most, 0) / size,
    named: size,
  });
  return rows;
}

/** Row by row: how likely each leaf is, if leaves are held independently and one under each published node at least. */
function leafShares(release: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  let shares = new Map(LEAVES.map((leaf) => [leaf, 0.5]));
  for (let round = 0; round < 20; round += 1) {
    const before = shares;
    const chance = (leaf: string, nodes: readonly string[]): number => {
      const node = nodes.find((each) => under(each).includes(leaf));
      if (node === undefined) return 0;
      const none = under(node).reduce((product, each) => product * (1 - (before.get(each) as number)), 1);
      return none === 1 ? 0 : Math.min(1, (before.get(leaf) as number) / (1 - none));
    };
    shares = new Map(LEAVES.map((leaf) => [leaf, Math.min(1, mean(release.map((nodes) => chance(leaf, nodes))))]));
  }
  return shares;
}
