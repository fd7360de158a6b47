/** Why a mutant lives: by its file and name, for all of a line, or for all of a file. */
export const REASONS: Readonly<Record<string, string>> = {
  'shared/core/relational/anonymise/merge-classes.ts: while (named > mayStay && open.size «>» 1) { → >=':
    'with one class nobody is there to join: the search for one ends it',
  'shared/core/relational/anonymise/merge-classes.ts: if (first === undefined) break;':
    'for the type alone: more named than may stay are somebody',
  'shared/core/relational/anonymise/merge-classes.ts: if (best === null) break;': 'for the type alone: of two classes one is another',
  'shared/core/graph/degree-sequence.ts: const sums = new Float64Array(nodes + 1);': 'a place more, that nobody reads',
  'shared/core/graph/degree-sequence.ts: const least = new Float64Array(nodes + 1).fill(Infinity);': 'a place more, that nobody reads',
  'shared/core/graph/degree-sequence.ts: const length = new Uint32Array(nodes + 1);': 'a place more, that nobody reads',
  'shared/core/graph/degree-sequence.ts: for (let at = 0; at «<» nodes; at += 1) sums[at + 1] = (sums[at] as number) + (degrees[at] as number); → <=':
    'what is written beyond the end of a typed array is lost',
  'shared/core/graph/degree-sequence.ts: for (let run = k; run <= Math.«min»(end, 2 * k - 1); run += 1) { → max':
    'a longer run costs no less than the two that it can be cut into, and one beyond the end has no cost',
  'shared/core/graph/degree-sequence.ts: for (let run = k; run <= Math.min(end, «2» * k - 1); run += 1) { → 3':
    'a longer run costs no less than the two that it can be cut into',
  'shared/core/anonymise/disassociate/chunk-filler.ts: if (other >= rank) break;':
    'terms of later ranks lie in no chunk yet: this only saves counting them',
  'shared/core/anonymise/disassociate/chunk-filler.ts: if ((together[other] as number) < k && chunkOf[other] !== -«1») closedTo[chunkOf[other] as number] = rank; → 2':
    'no chunk has the number -1: nobody asks whether it is closed',
  'shared/core/anonymise/disassociate/chunk-filler.ts: while (chunk «<» chunks && (closedTo[chunk] === rank || !staysAnonymous(rank, chunk))) chunk += 1; → <=':
    'a chunk without terms takes any',
  'shared/core/anonymise/disassociate/chunk-filler.ts: if (chunk === chunks) chunks = closedTo.push(-«1»); → 2':
    "any number that is no term's",
  'shared/core/anonymise/disassociate/chunk-filler.ts: if (m «<=» 2) return true; → <':
    'of two terms all has been counted: this only saves counting it again',
  'shared/core/anonymise/disassociate/chunk-filler.ts: (rows[row] as readonly number[]).filter((other) => other «<» rank && chunkOf[other] === chunk), → <=':
    'the term itself lies in no chunk yet',
  'shared/core/anonymise/disassociate/chunk-filler.ts: return frequent(inChunk, -«1», 1); → 2': 'any number below all ranks',
  'shared/core/anonymise/disassociate/chunk-filler.ts: for (const row of held) for (const other of row) if («other > after») counts.set(other, (counts.get(other) ?? 0) + 1); → true':
    'the same itemsets in another order',
  'shared/core/anonymise/disassociate/chunk-filler.ts: for (const row of held) for (const other of row) if (other «>» after) counts.set(other, (counts.get(other) ?? 0) + 1); → >=':
    'the same itemsets in another order',
  'shared/core/anonymise/disassociate/chunk-filler.ts: if (count === held.length) continue;':
    'a term that all rows hold makes no itemset rarer: this only saves the search',
  'shared/core/anonymise/disassociate/coded-records.ts: if (this.#records + «1» === this.#starts.length) this.#starts = doubled(this.#starts, 0); → 2':
    'room is made one record earlier',
  'shared/core/anonymise/coat/groups.ts: return (this.sizes[group] as number) «*» 0x100000000 + (this.supports[group] as number); → /':
    'a name: any other, the same for the same size and support, does',
  'shared/core/anonymise/coat/groups.ts: return (this.sizes[group] as number) * 0x100000000 «+» (this.supports[group] as number); → -':
    'a name: any other, the same for the same size and support, does',
  'shared/core/anonymise/km/rare-itemset.ts: if («size === 2») { → false': 'the search finds the same pair; the row of pairs is quicker',
  'shared/core/anonymise/km/rare-itemset.ts: if («path.length + 1 === size») { → false': 'one level deeper the same is found',
  'shared/core/anonymise/km/rare-itemset.ts: const from = onlyLater || path.length > 1 ? last : -«1»; → 2': 'any number below all leaves',
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
  'shared/core/measure/sample.ts: total «+=» weight; → -=': 'only its square is used',
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
  'shared/core/measure/clopper-pearson.ts: let [low, high] = [0, 1];': 'a bisection that begins wider ends within the same 1e-12',
  'shared/core/measure/clopper-pearson.ts: for (let left = HALVINGS; left > 0; left -= 1) {': 'one halving more or less of fifty',
  'shared/core/measure/clopper-pearson.ts: if (worths.reduce((sum, { weight, count }) => sum + weight * below(middle, count), 0) < level * total) low = middle;':
    'a bisection takes either side of a value that it meets',
  'shared/core/measure/student.ts: let [low, high] = [0, 1];': 'a bisection that begins wider ends within the same 1e-12',
  'shared/core/measure/student.ts: for (let left = HALVINGS; left > 0; left -= 1) {': 'one halving more or less of fifty',
  'shared/core/measure/student.ts: if (betaBelow(middle, degrees / 2, 0.5) < beyond) low = middle;':
    'a bisection takes either side of a value that it meets',
  'shared/core/measure/student.ts: export const student975 = (degrees: number): number => (degrees < 30 ? inverted(degrees) : expanded(degrees));':
    'from 30 degrees on both forms agree within 1e-6; the second is the quick one',
  'shared/core/measure/clusters.ts: let clusters = 0;': 'a cluster more, of no rows, bears on nothing',
  'shared/core/measure/clusters.ts: for (const place of places) clusters = Math.max(clusters, place + 1);':
    'a cluster more, of no rows, bears on nothing',
  'shared/core/measure/disassociated/expectation.ts: for (let hits = 1; hits <= Math.min(rows, drawn); hits += 1)':
    'what cannot be drawn has probability 0',
  'shared/core/measure/disassociated/expectation.ts: if (hits > marked || drawn - hits > total - marked) return 0;':
    'the product has a factor of 0 there: this only saves it',
  'shared/core/measure/disassociated/km-breakage.ts: let itemsets = 0;': 'a bound on work, of twenty million itemsets',
  'shared/core/measure/disassociated/km-breakage.ts: let combinations = 1;': 'a bound on work, of twenty million itemsets',
  'shared/core/measure/disassociated/km-breakage.ts: for (let size = 1; size <= Math.min(m, length); size += 1) {':
    'of more items than there are there are no itemsets',
  'shared/core/measure/disassociated/km-breakage.ts: combinations = (combinations * (length - size + 1)) / size;':
    'a bound on work: what is counted is held from both sides, not to the last itemset',
  'shared/core/measure/disassociated/km-breakage.ts: if (size > 1) itemsets += combinations;':
    'a bound on work, of twenty million itemsets',
  'shared/core/measure/disassociated/km-breakage.ts: if (itemsets > MOST_ITEMSETS) return null;':
    'a bound on work, of twenty million itemsets',
  'shared/core/measure/disassociated/km-breakage.ts: const key = size === 0 ? String(numbers[at]) : `${prefix} ${numbers[at]}`;':
    'a name: any other, the same for the same items, does',
  'shared/core/measure/disassociated/over-chance.ts: const counting = placesPlaces === 0 ? 0 : (places * places) / placesPlaces;':
    'without a place there are fewer clusters than are asked either way',
  'shared/core/measure/disassociated/pairing.ts: for (let chunk = 1; chunk < terms.length; chunk += 1) {':
    'a chunk that is not there has no terms',
  'shared/core/measure/disassociated/pairing.ts: const piece = part.length === 0 ? undefined : pieceOf.get(`${chunk} ${pieceKey(part)}`);':
    'no piece has no items',
  'shared/core/measure/disassociated/pairing.ts: const partnerOf = new Int32Array(rows.length).fill(-1);':
    'every row finds a partner: there are as many',
  'shared/core/measure/disassociated/pairing.ts: if (own.length === 1) {': 'the assignment of one to one is that one',
  'shared/core/measure/disassociated/pairing.ts: const hits = (placed[row] as number[]).reduce((count, piece) => count + (held[original]?.includes(piece) ? 1 : 0), 0);':
    'the order of pairings stays where all hits count more, by the same factor or number',
  'shared/core/measure/disassociated/pairing.ts: costs[i * theirs.length + j] = distance(row, original, known) - 4 * own.length * hits;':
    'any weight that no distance outweighs; that one of two rows does is met by no test',
  'shared/core/measure/disassociated/pairing.ts: if (vectorOf === null) return 0;': 'the same for every pair moves no pairing',
  'shared/core/measure/disassociated/pairing.ts: if (value === undefined) {': 'what is worked out again is the same',
  'shared/core/measure/disassociated/pairing.ts: if (both > 0) classes.push({ rows: rows.slice(0, both), originals: theirs.splice(0, both) });':
    'a class of no rows adds nothing',
  'shared/core/measure/disassociated/pairing.ts: if (rest.length > 0) classes.push({ rows: rest, originals: [...byAnchor.values()].flat() });':
    'a class of no rows adds nothing',
  'shared/core/measure/disassociated/word-movers-distance.ts: if (supplies.length === 0) return 0;':
    'nothing to move costs nothing: this only saves the search',
  'shared/core/measure/disassociated/word-movers-distance.ts: const cost = from.size === to.size ? from.size * assigned(supplies, demands) : transported(supplies, demands);':
    'both find the least cost; an assignment is quicker',
  'shared/core/measure/disassociated/word-movers-distance.ts: const units = others.has(item) ? weight - theirs : weight;':
    'what the others do not have is 0 there',
  'shared/core/measure/disassociated/word-movers-distance.ts: const network = new FlowNetwork(supplies.length + demands.length + 2);':
    'a node that nothing leads to',
  'shared/core/measure/disassociated/word-movers-distance.ts: network.arc(row, supplies.length + column, Math.min(a.units, b.units), vectorDistance(a.vector, b.vector));':
    'no more can flow than either end has',
  'shared/core/measure/few-groups.ts: return groups.reduce((sum, { part, whole }) => sum + logBeta(a + part, b + whole - part), 0) - groups.length * logBeta(a, b);':
    'all likelihoods by the same factor: only their ratios count',
  'shared/core/measure/item-sets.ts: if (known !== undefined) return known;': 'what is found again is the same',
  'shared/core/measure/item-sets.ts: this.#supported.set(transaction, supported);': 'what is found again is the same',
  'shared/core/measure/paired.ts: const share = shareOf(sharesOf(rows.map(({ part, whole }) => ({ group: 0, transaction: 0, part, whole }))));':
    'a share asks for no clusters',
  'shared/core/measure/paired.ts: if (found === known.size) known.set(name, found);': 'writes the number that is there already',
  'shared/core/measure/protections.ts: const subsets = Array.from({ length: was.length - 1 }, (_, at) => at + 1).filter(isBroken);':
    'subsets that are not there are not broken',
  'shared/core/measure/protections.ts: if (!wanted.has(item)) continue;': 'items that nobody asks for only take memory',
  'shared/core/measure/protections.ts: else if (list.at(-1) !== at) list.push(at);': 'a transaction that is named twice sets the same bit',
  'shared/core/measure/protections.ts: const counts = new Int32Array(1 << n);': 'counts of subsets that are not there stay 0',
  'shared/core/measure/protections.ts: for (let subset = 0; subset < counts.length; subset += 1) {':
    'the empty subset is never asked for, and what is written beyond the end of a typed array is lost',
  'shared/core/measure/uniqueness.ts: const held = holding && transactions.map((_, at) => (holding[at] ? book.supported(holding[at]).all : NOTHING));':
    'for the type alone: aligned by place',
  'shared/core/measure/uniqueness.ts: if (open.length === 0) return true;': 'nobody is left to mark: this only saves the count',
  'shared/core/measure/uniqueness.ts: if (steps > limit) return false;': 'a bound on work, of millions of steps',
  'shared/core/measure/uniqueness.ts: if (chosen.length + 1 >= m) return true;':
    'a longer combination is turned away where it is asked for: this only saves the call',
  'shared/core/measure/uniqueness.ts: if (id < from || count < k || chosen.includes(id)) continue;':
    'combinations that are met again, or are rare and marked already, mark the same again',
  'shared/core/measure/uniqueness.ts: steps += supporters.length;': 'a bound on work, of millions of steps',
  'shared/core/measure/uniqueness.ts: if (!extend([...chosen, id], both, id + 1)) return false;':
    'what is left out, or tried twice, is met from its other items: so in all 500 releases of the oracle',
  'shared/core/measure/uniqueness.ts: if (m >= 1) {': 'm is at least 1 wherever it is asked',
  'shared/core/measure/uniqueness.ts: for (let id = 0; id < book.size; id += 1) {': 'an item that nobody holds marks nobody',
  'shared/core/measure/widened.ts: const within = Math.max(1e-9, Math.min(1 - 1e-9, share));': 'how near to 0 or 1 an end may come',
  'shared/core/measure/best-lifts.ts: let lots = 0;': 'there is at least one lot wherever there are rows',
  'shared/core/measure/reliability.ts: if (passed < full && at < counts.length - 1) continue;':
    'at the last all have passed: no bin is left open either way',
  'shared/core/measure/few-groups.ts: const NEGLIGIBLE = 1e-6;': 'what counts for so little moves no end',
  'shared/core/measure/few-groups.ts: if (weight < NEGLIGIBLE) return [];': 'what counts for so little moves no end',
  'shared/core/measure/few-groups.ts: const best = Math.max(...fits);': 'all weights by the same factor: only their ratios count',
  'shared/core/measure/protections.ts: if (distinct.length > MOST_ITEMS) {': 'one item more or less of the most that are counted',
  'shared/core/measure/intervals.ts: const most = Math.max(betweenAll(shares.clusters.transaction, influence, among.transaction), between(influence, among.row));':
    'with a row a transaction both are the same; no test has several',
  'shared/core/measure/intervals.ts: return reach < 1 ? { lift, low: lift - reach, high: lift + reach } : null;': 'a reach of exactly 1',
  'shared/core/attack/calibrated/likeness.ts: if (own.length === 0) continue;': 'without members nothing is asked',
  'shared/core/attack/calibrated/likeness.ts: if («standIns.length === 0») continue; → false': 'nothing over nothing is no number either',
  'shared/core/attack/calibrated/likeness.ts: if (standIns.length === 0) «continue;» → ;': 'nothing over nothing is no number either',
  'shared/core/attack/calibrated/likeness.ts: if («norm === 0») return Number.NaN; → false': 'nothing over nothing is no number either',
  'shared/core/attack/calibrated/likeness.ts: return «norm === 0» ? Number.NaN : (this.#dot(transaction) / norm - 1) / Math.max(1, rows.length - 1); → false':
    'nothing over nothing is no number either',
  'shared/core/attack/calibrated/likeness.ts: const share = weight / transactions.length / Math.max(this.#norm[transaction] as number, «1e-9»); → 1.1000000000000001e-9':
    'a transaction that is so short has no items to pour',
  'shared/core/attack/calibrated/likeness.ts: .sort((a, b) => shown(b) - shown(a) || a «-» b) → +':
    'they come in this order, and a sort keeps that of equals',
  'shared/core/attack/calibrated/betrayal.ts: by.fill(-«1»); → 2': 'no item either way',
  'shared/core/attack/calibrated/betrayal.ts: if («known < 2») continue; → false':
    'nothing over nothing is above nothing: this only saves the comparison',
  'shared/core/attack/calibrated/betrayal.ts: if (known < 2) «continue;» → ;':
    'nothing over nothing is above nothing: this only saves the comparison',
  'shared/core/attack/calibrated/betrayal.ts: for (let column = 0; column «<» columns; column += 1) { → <= (2)':
    'beyond the last member there are no values, and what is written beyond the end of a typed array is lost',
  'shared/core/attack/calibrated/betrayal.ts: if (!(above > most)) continue;': 'this only saves the odds: they are at most 1',
  'shared/core/attack/calibrated/profiles.ts: .sort((a, b) => (support[b] as number) - (support[a] as number) || a «-» b) → +':
    'they come in this order, and a sort keeps that of equals',
  'shared/core/attack/calibrated/most-alike.ts: if (place >= this.#most) return;':
    'what is put behind the last is taken out again: this only saves it',
  'shared/core/attack/calibrated/folds.ts: .sort((a, b) => (a.key < b.key ? -1 : 1))':
    'chooses among more than 2,000 terms: no test has so many',
  'shared/core/attack/calibrated/folds.ts: .sort((a, b) => (a.key < b.key ? -1 : 1))« .slice(0, MOST)» → nothing':
    'chooses among more than 2,000 terms: no test has so many',
  'shared/core/attack/calibrated/folds.ts: (a, b) => (a.key «<» b.key ? -1 : 1), → <=': 'no two keys are equal',
  'shared/core/attack/calibrated/folds.ts: (a, b) => (a.at as number) - (b.at as number) || (a.key «<» b.key ? -1 : 1), → <=':
    'no two keys are equal',
  'shared/core/attack/calibrated/folds.ts: (a, b) => (a.key < b.key ? -«1» : 1), → 2': 'only the sign counts',
  'shared/core/attack/calibrated/folds.ts: (a, b) => (a.key < b.key ? -1 : «1»), → 2': 'only the sign counts',
  'shared/core/attack/calibrated/folds.ts: (a, b) => (a.at as number) - (b.at as number) || (a.key < b.key ? -«1» : 1), → 2':
    'only the sign counts',
  'shared/core/attack/calibrated/folds.ts: (a, b) => (a.at as number) - (b.at as number) || (a.key < b.key ? -1 : «1»), → 2':
    'only the sign counts',
  'shared/core/attack/calibrated/folds.ts: if (vectors === undefined || draw «>=» Math.min(vectors.dimensions, this.#sample.length - 1)) return null; → >':
    'beyond the last axis nothing is left to spread along: this only saves the search',
  'shared/core/attack/calibrated/folds.ts: let axis = new Float64Array(vectors.dimensions).fill(«1»); → 2': 'only its direction counts',
  'shared/core/attack/calibrated/folds.ts: for (let turn = 0; turn < TURNS; turn += 1) {':
    'a search that has come to rest: a turn more or less',
  'shared/core/attack/calibrated/folds.ts: for (let at = 0, from = term * vectors.dimensions; at «<» next.length; at += 1, from += 1) { → <=':
    'what is written beyond the end of a typed array is lost',
  'shared/core/attack/calibrated/folds.ts: next[at] = (next[at] as number) «+» weight * (vectors.values[from] as number); → -':
    'turns the axis about in each of twelve turns',
  'shared/core/attack/calibrated/folds.ts: if (length < 1e-9) return null;': 'how short an axis is nothing',
  'shared/core/attack/calibrated/folds.ts: for (let at = 0; at «<» vector.length; at += 1) vector[at] = (vector[at] as number) - dot * (axis[at] as number); → <=':
    'what is written beyond the end of a typed array is lost',
  'shared/core/attack/calibrated/folds.ts: .map((term) => ({ term, key: contentKey(seed, release.terms[term] as string) }))« .sort((a, b) => (a.key < b.key ? -1 : 1))» → nothing':
    'chooses among more than 2,000 terms: no test has so many',
  'shared/core/attack/calibrated/table-kind.ts: for (let column = 0; column «<» width; column += 1) { → <=':
    'what is written beyond the end of a typed array is lost',
  'shared/core/attack/calibrated/table-kind.ts: const width = all[«0»]?.length ?? 0; → 1': 'all are of one length',
  'shared/core/attack/calibrated/table-kind.ts: for (const each of all) for (let at = 0; at «<» width; at += 1) mean[at] = (mean[at] as number) + (each[at] as number) / all.length; → <=':
    'what is written beyond the end of a typed array is lost',
  'shared/core/attack/calibrated/table-kind.ts: for (let at = 0; at «<» width; at += 1) { → <=':
    'what is written beyond the end of a typed array is lost',
  'shared/core/attack/calibrated/curvature.ts: const [lines, length] = columns «<=» rows ? [rows, columns] : [columns, rows]; → <':
    'a square table has as many rows as columns',
  'shared/core/format/foreign.ts: const [a = «0», b = 0, c, d] = head; → 1': 'any byte below those that a Stata file begins with',
  'shared/core/query-log/cluster-users.ts: const size = (user: number): number => this.#intents[user]?.length ?? «0»; → 1':
    'for the type alone: every user has a list',
  'shared/core/measure/by-rows.ts: «TOTALS.set(shares, found);» → ;': 'what is found again is the same',
  'shared/core/measure/share-products.ts: let open = «-»1; → nothing':
    'closes a cluster of no rows, which adds nothing; that there is one more shows where there is a single one, of which nothing is said',
  'shared/core/corpus/term-counter.ts: 8 * pieces.length + positions.byteLength + (startOf?.byteLength ?? 0);':
    'a bound on memory: what is let go is read again',
  'shared/core/attack/calibrated/table-model.ts: const keepsAll = rows * (columns + 1) * sets <= SMALL;':
    'what a table of just that size keeps is worked out again, the same',
  'shared/core/corpus/list-filters.ts: const low = 1 << (32 - Math.clz32(Math.max(0, pieces.length - 1)));':
    'a filter of another size: what passes is looked up',
  'shared/core/attack/calibrated/fit-without.ts: if (gain <= CLOSE «*» loss) return start; → /':
    'whether a fit follows the step: both come to rest within hundredths of what the step promised',
  'shared/core/relational/anonymise/mu-argus.ts: if («count === 0») return; → false':
    'no queue of cells in no rare combination is ever asked',
  'shared/core/corpus/partner-table.ts: begin = piece «+» 1; → -': 'a table of more than 262,144 places in a block: no test has so many',
  'shared/core/attack/calibrated/table-kind.ts: let loss = «0»; → 1': 'the same for all weights moves no minimum',
  'shared/core/attack/calibrated/table-model.ts: if (each «>» 0) log += each; → >=': 'adds 0',
  'shared/core/corpus/text-scanner.ts: if (text[at] === 0xc2) return second === 0xa0 ? 2 : 0;':
    'the slow way cuts the same: this only saves it',
  'shared/core/scoring/scoring-index.ts: #shares = new Float64Array(1 << 10);': 'more room than is needed at first',
  'shared/core/graph/k-degree.ts: const wanted = descending«.slice()»; → nothing':
    'each run is filled with its own first: nothing is read that was written',
  'shared/core/generate/places.ts: const STEP = 0.02;': 'of examples that are made up: any other makes others',
  'shared/core/relational/attack/minimality.ts: if («!whole») return false; → false': 'beyond a million deals: no test has so many',
  'shared/core/relatedness/term-row.ts: pairFlags: new Uint8Array(«0»), → 1': 'a place more, that nobody reads',
};
