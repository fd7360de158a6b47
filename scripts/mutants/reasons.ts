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
  'shared/core/measure/disassociated/km-breakage.ts: const support = this.support.get(key) ?? «0»; → 1':
    'for the type alone: only itemsets that are there are asked for',
  'shared/core/measure/disassociated/pairing.ts: if (both «>» 0) classes.push({ rows: rows.slice(0, both), originals: theirs.splice(0, both) }); → >=':
    'a class of no rows adds nothing',
  'shared/core/measure/disassociated/pairing.ts: «known.set(key, value);» → ;': 'what is worked out again is the same',
  'shared/core/measure/disassociated/word-movers-distance.ts: if (units «>» 0) out.push({ vector, units }); → >=':
    'nothing to move costs nothing',
  'shared/core/measure/disassociated/word-movers-distance.ts: if («units > 0») out.push({ vector, units }); → true':
    'nothing to move costs nothing',
  'shared/core/measure/intervals.ts: if («share === null») return null; → false':
    'where there is no share no group bears on it, which is too few',
  'shared/core/measure/uniqueness.ts: if (id «<» from || count < k || chosen.includes(id)) continue; → <=':
    'another order of the same itemset is met elsewhere',
  'shared/core/measure/uniqueness.ts: let steps = «0»; → 1': 'a bound on work, of millions of steps',
  'shared/core/measure/uniqueness.ts: «steps += supporters.length;» → ;': 'a bound on work, of millions of steps',
  'shared/core/measure/uniqueness.ts: if (!extend([id], holders[id] ?? [], «0»)) return null; → 1':
    'itemsets with the first item are met from their other items',
  'shared/core/measure/disassociated/expected-at-random.ts: for (let draw = «0»; draw < DRAWS; draw += 1) { → 1': 'one draw of many fewer',
  'shared/core/measure/widened.ts: const within = Math.max(«1e-9», Math.min(1 - 1e-9, share)); → 1.1000000000000001e-9':
    'how near to 0 an end may come',
};
