// Simulated releases of known kinds, 1,000 each: how often the intervals of the figures of people hold what they are of. With the original that is the
// mean over releases of the kind; without it, what was right in the very release, where the stated probabilities are off either way.
// UNVEIL_RUNS takes fewer runs, for a look.
import { CERTAINTIES } from '../shared/core/people/exposure.ts';
import type { Figure, PeopleFigures } from '../shared/core/people/tally.ts';
import { seeded } from '../shared/core/random/random.ts';
import { type Kind, simulated, tallied } from '../test/oracle/twins/simulated-people.ts';
import type { Bar } from './bench.ts';

export const note =
  'How often of 1,000 the 95 % interval holds, of 1,000 simulated releases a line. Little is named: the middle probability is 0.62; much: 0.88.';

const RUNS = Number(process.env['UNVEIL_RUNS'] ?? 1000);
const LEAST_HELD = 925;
/** Fewer statements than this of 1,000 are no base for a count. */
const FEWEST_SAID = 0.2;

const FIGURES = { share: 'people named', surestRight: 'surest right', targetsRight: 'named right' } as const;
type Name = keyof typeof FIGURES;

function* kinds(): Generator<readonly [name: string, kind: Kind]> {
  for (const units of [4, 6, 10, 22, 60])
    for (const centre of [0.5, 2])
      for (const between of [0.3, 1]) {
        const kind = { units, people: Math.max(60, units * 12), most: 3, between, own: 0.5, centre, off: 0, measured: true };
        yield [`${units} units, ${centre === 2 ? 'much' : 'little'} is named, units ${between === 1 ? 'unlike' : 'alike'}`, kind];
      }
}

export async function bench(): Promise<readonly Bar[]> {
  const bars: Bar[] = [];
  for (const [name, kind] of kinds()) {
    const random = seeded('people', name);
    const sims = Array.from({ length: RUNS }, () => tallied(simulated(kind, random).exposures).figures(kind.people));
    for (const figure of Object.keys(FIGURES) as Name[])
      for (const [level, certainty] of CERTAINTIES.entries()) {
        const found = heldOf(sims, figure, level);
        if (found.said >= FEWEST_SAID)
          bars.push({
            what: `${name}: ${FIGURES[figure]} at ${certainty}, of 1,000`,
            figure: String(found.held),
            bar: `>= ${LEAST_HELD}`,
            met: found.held >= LEAST_HELD,
          });
      }
  }
  for (const off of [-0.4, 0, 0.4]) {
    for (const units of [6, 22, 60]) {
      const kind = { units, people: Math.max(60, units * 12), most: 3, between: 0.7, own: 0.5, centre: 1.5, off, measured: false };
      const name = `no original, ${units} units, log-odds off by ${off}`;
      const random = seeded('expected', name);
      for (const certainty of CERTAINTIES) {
        let [held, said] = [0, 0];
        for (let run = 0; run < RUNS; run += 1) {
          const { exposures, truths } = simulated(kind, random);
          const named = exposures.flatMap((unit, at) =>
            unit.flatMap(({ probability }, place) => (probability >= certainty ? [Number(truths[at]?.[place])] : [])),
          );
          const figure = tallied(exposures).figures(kind.people).views.all[CERTAINTIES.indexOf(certainty)]?.targetsRight;
          if (named.length === 0 || figure === undefined || figure.low === null || figure.high === null) continue;
          said += 1;
          const was = named.reduce((sum, each) => sum + each, 0) / named.length;
          if (figure.low <= was + 1e-9 && was <= figure.high + 1e-9) held += 1;
        }
        const thousand = Math.round((1000 * held) / Math.max(1, said));
        bars.push({
          what: `${name}: named right at ${certainty}, of 1,000`,
          figure: String(thousand),
          bar: `>= ${LEAST_HELD}`,
          met: thousand >= LEAST_HELD,
        });
      }
    }
  }
  return bars;
}

/** Against the mean of the kind: of all people, or of all that is named in all releases together. */
function heldOf(sims: readonly PeopleFigures[], name: Name, level: number): { readonly held: number; readonly said: number } {
  let [part, whole] = [0, 0];
  const figures = sims.flatMap(({ views }): Figure[] => {
    const at = views.all[level];
    if (at === undefined || at[name].value === null) return [];
    const weight = name === 'share' ? 1 : name === 'surestRight' ? at.people : at.targets;
    [part, whole] = [part + at[name].value * weight, whole + weight];
    return [at[name]];
  });
  const mean = part / whole;
  const stated = figures.filter(({ low }) => low !== null);
  const held = stated.filter(({ low, high }) => (low as number) <= mean && mean <= (high as number)).length;
  return { held: Math.round((1000 * held) / Math.max(1, stated.length)), said: stated.length / sims.length };
}
