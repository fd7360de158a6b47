/** Why a mutant lives: by its file and name, or for all of a file. */
export const REASONS: Readonly<Record<string, string>> = {
  'shared/core/measure/best-lifts.ts: return wanted.map((_, at) => (varianceOf(draws.map((lifts) => lifts[at] as number)) * drawn) / Math.max(«1», drawn - 1)); → 2':
    'with two clusters or fewer nothing is said anyway',
  'shared/core/measure/best-lifts.ts: const clusters = names.reduce((most, name) => Math.max(most, name + 1), «0»); → 1':
    'there is at least one cluster wherever there are rows',
  'shared/core/measure/best-lifts.ts: for (let at = 0; at «<» width; at += 1) total[at] = (total[at] as number) + (sums[from + at] as number); → <=':
    'what is written beyond the end of a typed array is lost',
  'shared/core/measure/best-lifts.ts: for (let at = 0; at < width; at += 1) total[at] = (total[at] as number) «+» (sums[from + at] as number); → -':
    'part and whole both change their sign: the share is the same',
  'shared/core/measure/best-lifts.ts: return known.reduce((total, value) => total + (value «-» centre) * (value - centre), 0) / Math.max(1, known.length - 1); → +':
    'the same sum: the centre is the mean, so the sum of v² - c² is that of (v - c)²',
  'shared/core/measure/best-lifts.ts: return known.reduce((total, value) => total + (value - centre) * (value «-» centre), 0) / Math.max(1, known.length - 1); → +':
    'the same sum: the centre is the mean, so the sum of v² - c² is that of (v - c)²',
  'shared/core/measure/best-lifts.ts: const known = values«.filter(Number.isFinite)»; → nothing':
    'a resample in which the share itself is of nothing: not met in a test yet',
  'shared/core/measure/best-lifts.ts: return known.reduce((total, value) => total + (value - centre) * (value - centre), 0) / Math.max(«1», known.length - 1); → 2':
    'there are always 400 draws',
  'shared/core/measure/clusters.ts: if («found === known.size») known.set(name, found); → true': 'writes the number that is there already',
  'shared/core/measure/clusters.ts: total «+=» weight; → -=': 'only its square is used',
  'shared/core/measure/disassociated/cluster-figures.ts: if (isFilled(puzzle, at) && (held[partner]?.length ?? «0») > 0) { → 1':
    'for the type alone: every row has a partner with a list',
  'shared/core/measure/disassociated/cluster-figures.ts: if ((correct[at]?.length ?? «0») > 0) total.broken += 1; → 1':
    'for the type alone: every row has a list',
  'shared/core/measure/disassociated/word-movers-distance.ts: return assign(supplies.length, demands.length, costs)?.cost ?? «0»; → 1':
    'for the type alone: there is always an assignment',
};
