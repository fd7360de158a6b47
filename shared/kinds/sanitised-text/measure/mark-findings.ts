import type { Section } from '../../../contracts/report-data.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { Hierarchy } from '../../../core/model/hierarchy.ts';
import { exp, mean, sum } from '../../../core/numeric/numeric.ts';
import { type RowShare, sharesOf } from '../../../core/statistics/clusters.ts';
import { liftInterval, shareInterval, shareOf } from '../../../core/statistics/intervals.ts';
import { percent } from '../../../core/verdict/figure-text.ts';
import { attempt, decided, notComputable, type Trial } from '../../../core/verdict/trial.ts';
import type { GuessedMark, RelatedLeaves } from '../attack/relate-leaves.ts';
import type { SanitisedDocument } from '../core/sanitised-file.ts';
import type { Truth } from '../read/open.ts';

interface Marks {
  readonly tree: Hierarchy;
  readonly leaves: RelatedLeaves;
}

interface MarkEvidence {
  readonly documents: readonly SanitisedDocument[];
  /** Null: nothing is hidden. */
  readonly marks: Marks | null;
  readonly truth: Truth['terms'] | null;
}

/** One mark, with its term where that is known. */
interface Row {
  readonly text: number;
  readonly guess: GuessedMark;
  readonly term: string | null;
}

const NO_ORIGINAL = 'it needs the original';
const NOTHING = 'nothing stands behind a node: there is no term to guess';
const ATTACKS = {
  related: 'rest of the text',
  frequent: 'most frequent term',
  effective: 'effective base texts',
  standing: 'stands in the text',
} as const;

export function markFindings({ documents, marks, truth }: MarkEvidence): Trial[] {
  if (marks === null) return Object.values(ATTACKS).map((attack) => notComputable(attack, null, NOTHING));
  const rows = rowsOf(documents, marks.leaves, truth);
  const measured = (attack: string, run: () => Trial): Trial =>
    rows.length === 0
      ? notComputable(attack, null, NOTHING)
      : truth === null
        ? notComputable(attack, null, NO_ORIGINAL)
        : attempt(attack, null, run);
  const told = (attack: string, run: () => Trial): Trial =>
    rows.length === 0 ? notComputable(attack, null, NOTHING) : attempt(attack, null, run);
  return [
    measured(ATTACKS.related, () => byRelatedness(rows, marks)),
    measured(ATTACKS.frequent, () => byFrequency(rows, marks.tree)),
    told(ATTACKS.effective, () => effective(documents, rows, marks)),
    told(ATTACKS.standing, () => standing(rows)),
  ];
}

/** In an order that no file decides: sums do not depend on it. */
function rowsOf(documents: readonly SanitisedDocument[], { texts }: RelatedLeaves, truth: Truth['terms'] | null): readonly Row[] {
  const order = [...documents.keys()].sort((a, b) => compareCodePoints(documents[a]?.id ?? '', documents[b]?.id ?? ''));
  return order.flatMap((text) => {
    const terms = new Map(truth?.[text] ?? []);
    return (texts[text] ?? []).map((guess) => ({ text, guess, term: terms.get(guess.mark) ?? null }));
  });
}

const leavesOf = ({ ranked, excluded }: GuessedMark): number => ranked.length + excluded;

/** Texts are what could have been others: the tree is part of how they were made. */
const sharesBy = (rows: readonly Row[], part: (row: Row) => number) =>
  sharesOf(rows.map((row): RowShare => ({ group: row.text, transaction: row.text, part: part(row), whole: 1 })));

function byRelatedness(rows: readonly Row[], { tree, leaves: { practice, width } }: Marks): Trial {
  const related = rows.filter(({ guess }) => guess.related);
  if (related.length === 0)
    return notComputable(
      ATTACKS.related,
      null,
      'no source knows both a term behind a node and a term of the same text (--source names others)',
    );
  const name = (leaf: number | null | undefined): string | null => (leaf === null || leaf === undefined ? null : tree.names[leaf]);
  const right = sharesBy(rows, ({ guess, term }) => Number(name(guess.ranked[0]) === term));
  const frequent = sharesBy(rows, ({ guess, term }) => Number(guess.frequent !== null && name(guess.frequent) === term));
  const chance = sharesBy(rows, ({ guess }) => 1 / leavesOf(guess));
  const isFrequent = (shareOf(frequent) as number) > (shareOf(chance) as number);
  const less = isFrequent ? frequent : chance;
  const ranks = rows.map(({ guess, term }) => guess.ranked.findIndex((leaf) => name(leaf) === term) + 1);
  const value = shareOf(right) as number;
  return decided(
    ATTACKS.related,
    null,
    `of the hidden terms ${percent(value)} are guessed rightly by what stands beside them and how common they are; ${percent(ranks.filter((rank) => rank >= 1 && rank <= 3).length / rows.length)} are among the first three`,
    {
      people: new Set(rows.map(({ text }) => text)).size,
      coverage: related.length / rows.length,
      figure: 'hidden terms guessed right',
      value,
      interval: shareInterval(right),
      baseline: { name: isFrequent ? 'the term that the sources hold most' : 'a term of the node at random', value: shareOf(less) },
      overBaseline: liftInterval(right, less),
      details: {
        marks: rows.length,
        meanRank: mean(ranks.map((rank, at) => (rank === 0 ? leavesOf(rows[at].guess) : rank))),
        meanRankAtRandom: mean(rows.map(({ guess }) => (leavesOf(guess) + 1) / 2)),
        practisedOn: practice?.sets ?? 0,
        contextTerms: width,
      },
    },
  );
}

function byFrequency(rows: readonly Row[], tree: Hierarchy): Trial {
  if (rows.every(({ guess }) => guess.frequent === null))
    return notComputable(ATTACKS.frequent, null, 'no source holds any term behind a node (--source names others)');
  const right = sharesBy(rows, ({ guess, term }) => Number(guess.frequent !== null && tree.names[guess.frequent] === term));
  const chance = sharesBy(rows, ({ guess }) => 1 / leavesOf(guess));
  const value = shareOf(right) as number;
  return decided(ATTACKS.frequent, null, `the term of a node that the sources hold most is the hidden one in ${percent(value)}`, {
    people: new Set(rows.map(({ text }) => text)).size,
    coverage: rows.filter(({ guess }) => guess.frequent !== null).length / rows.length,
    figure: 'hidden terms guessed right',
    value,
    interval: shareInterval(right),
    baseline: { name: 'a term of the node at random', value: shareOf(chance) },
    overBaseline: liftInterval(right, chance),
  });
}

/** How many base texts are left to somebody to whom some terms are likelier, of those that are counted. */
function effective(documents: readonly SanitisedDocument[], rows: readonly Row[], { leaves: { practice } }: Marks): Trial {
  if (practice === null)
    return notComputable(ATTACKS.effective, null, 'too few terms of the tree stand in the texts as they were to say how likely each is');
  const byText = Map.groupBy(rows, ({ text }) => text);
  const texts = Array.from(byText.values(), (own) => ({
    left: sum(own.map(({ guess }) => guess.entropy)),
    counted: sum(own.map(({ guess }) => Math.log(leavesOf(guess)))),
  }));
  const value = 1 - exp(mean(texts.map(({ left, counted }) => left - counted)));
  const median = exp(middle(texts.map(({ left }) => left)));
  const counted = exp(middle(texts.map((each) => each.counted)));
  return decided(
    ATTACKS.effective,
    null,
    `half of the texts are left with ${Number(median.toPrecision(3))} base texts that matter or fewer, where half of them count ${Number(counted.toPrecision(3))} or fewer`,
    {
      people: texts.length,
      coverage: texts.length / documents.length,
      figure: 'base texts that are as good as excluded',
      value,
      baseline: { name: 'every term under a node as likely', value: 0 },
      details: { medianEffective: median, medianCounted: counted },
    },
  );
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];

/** A hidden term stands nowhere in its text: leaves that do are not it. */
function standing(rows: readonly Row[]): Trial {
  const certain = rows.filter(({ guess }) => guess.excluded > 0 && guess.ranked.length === 1).length;
  const fewer = rows.filter(({ guess }) => guess.excluded > 0).length;
  const value = certain / rows.length;
  return decided(
    ATTACKS.standing,
    null,
    `${percent(value)} of the hidden terms are certain, since every other term of their node stands in the text; of ${percent(fewer / rows.length)} some other does`,
    {
      people: new Set(rows.map(({ text }) => text)).size,
      coverage: 1,
      figure: 'hidden terms that are certain',
      value,
      interval: shareInterval(sharesBy(rows, ({ guess }) => Number(guess.excluded > 0 && guess.ranked.length === 1))),
      baseline: { name: 'every node has two terms at least', value: 0 },
    },
  );
}

const SHOWN = 20;

/** The nodes that hide most, and how often what they hide is guessed. */
export function marksTable(documents: readonly SanitisedDocument[], { tree, leaves }: Marks, truth: Truth['terms']): Section[] {
  const rows = rowsOf(documents, leaves, truth);
  const nodes = [...Map.groupBy(rows, ({ guess }) => guess.node)].toSorted(
    ([a, one], [b, other]) => other.length - one.length || compareCodePoints(tree.names[a], tree.names[b]),
  );
  if (nodes.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'What hides most',
      note: `The ${Math.min(SHOWN, nodes.length)} nodes that stand in most texts, of ${nodes.length}.`,
      head: ['Node', 'Terms under it', 'Marks', 'Guessed right', 'At random'],
      rows: nodes.slice(0, SHOWN).map(([node, own]) => [
        tree.names[node],
        String(tree.end[node] - tree.first[node]),
        String(own.length),
        {
          value: own.filter(({ guess, term }) => tree.names[guess.ranked[0]] === term).length / own.length,
          low: null,
          high: null,
        },
        { value: 1 / (tree.end[node] - tree.first[node]), low: null, high: null },
      ]),
    },
  ];
}
