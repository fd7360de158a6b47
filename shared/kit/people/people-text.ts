import type { Figure, NamedFigures, PeopleFigures } from '../../core/people/tally.ts';
import { grouped, percent, points } from '../../core/verdict/figure-text.ts';

/** A kind's words for people and hidden things. */
export interface Words {
  readonly person: string;
  readonly people: string;
  readonly target: string;
  readonly targets: string;
}

const ends = ({ low, high }: Figure): string => (low === null || high === null ? '' : ` (95 % interval ${points(low)} to ${points(high)})`);
export const withEnds = (figure: Figure): string => `${percent(figure.value)}${ends(figure)}`;

/** The one sentence that a board needs: of how many people something hidden is named, and how often that is right. */
export function peopleStatement(figures: PeopleFigures, words: Words): string {
  const [all] = figures.views.all;
  if (all === undefined) return '';
  const { people, views } = figures;
  const at = all.certainty >= 1 ? 'with certainty' : `with at least ${Math.round(100 * all.certainty)} % certainty`;
  if (all.people === 0) return `Of none of the ${grouped(people)} ${words.people} a hidden ${words.target} is named ${at}.`;
  const without = views['all without'][0];
  const beside = without === undefined ? '' : `; ${besideText(without, all)}`;
  return `Of ${withEnds(all.share)} of the ${words.people} (${grouped(all.people)} of ${grouped(people)}) a hidden ${words.target} is named ${at}; ${rightness(all, figures.measured)}${beside}.${overstated(all, figures.measured)}`;
}

/** Knowing more can make less sure: it rules out what somebody who knows less takes for likely. */
function besideText(without: NamedFigures, all: NamedFigures): string {
  if (without.people === 0) return 'without outside knowledge nobody';
  const share = percent(without.share.value);
  return without.people > all.people
    ? `without outside knowledge it would seem so of more, ${share}: who knows more also knows where a likely guess is wrong`
    : `without outside knowledge of ${share}`;
}

/** A certainty that does not come true is no finding: the reader must know. */
const overstated = ({ certainty, surestRight: { high } }: NamedFigures, measured: boolean): string =>
  measured && high !== null && high < certainty ? ' That is less often than it says: do not take this certainty at its word.' : '';

const rightness = ({ surestRight }: NamedFigures, measured: boolean): string =>
  measured
    ? `the surest is right in ${withEnds(surestRight)} of them`
    : `the surest is expected to be right in ${withEnds(surestRight)} of them`;

/** The same through each view, for machines. */
export function peopleForMachines({ people, hidden, measured, views }: PeopleFigures): object {
  return {
    people,
    with_something_hidden: hidden,
    right: measured ? 'realised' : 'expected',
    ...Object.fromEntries(
      Object.entries(views).map(([view, levels]) => [
        view.replace(' ', '_'),
        levels.map((each) => ({
          certainty: each.certainty,
          people: each.people,
          share: each.share,
          named: each.targets,
          surest_right: each.surestRight,
          named_right: each.targetsRight,
        })),
      ]),
    ),
  };
}
