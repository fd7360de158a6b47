import type { PeopleReport } from '../contracts/report-data.ts';
import { clipped, html, type Markup, tiedPercent } from './html.ts';
import type { Part } from './sections.ts';
import { table } from './table.ts';

/** The exposed people: examples, numbers by certainty, then the most exposed items and people. */
export function peopleParts(people: PeopleReport): Part[] {
  const { words } = people;
  const parts = [
    { id: 'examples', title: 'What betrays what: examples', body: examples(people) },
    { id: 'people', title: `How many ${words.people} are exposed`, body: levels(people) },
    { id: 'targets', title: `${capital(words.targets)} by risk`, body: byRisk(people) },
    { id: 'exposed', title: `The ${words.people} most exposed`, body: exposed(people) },
  ];
  return parts.flatMap(({ body, ...part }) => (body === null ? [] : [{ ...part, body }]));
}

function examples({ examples: all, words, measured }: PeopleReport): Markup | null {
  if (all.length === 0) return null;
  const known = measured ? 'Each of these is right.' : 'Without the original nobody can say that they are right.';
  return html`<p class="conclude">What stands beside a hidden ${words.target} gives it away: withhold or hide that too, or more. ${known}</p><ol class="examples">${all.map(
    ({ person, target, among, probability, without, by }) =>
      html`<li>In ${person} <b><bdi>${clipped(target)}</bdi></b> is named with ${tiedPercent(probability)} certainty${
        among.length > 0 && html`, hidden among <bdi>${clipped(listed(among))}</bdi>`
      }. Betrayed by <b><bdi>${clipped(by)}</bdi></b>${without !== null && html`; without outside knowledge ${tiedPercent(without)}`}.</li>`,
  )}</ol>`;
}

function levels({ levels: all, words, measured, hidden, people }: PeopleReport): Markup {
  const [first] = all;
  const right = measured ? 'is right' : 'is expected to be right';
  const without = first?.without != null;
  const constrained = first?.protected != null;
  const counts = (count: number | null): string => (count === null ? 'n/c' : String(count));
  return html`<p class="conclude">${hidden} of ${people} ${words.people} have something hidden. Named with a certainty of 90 % means: the attack gives the ${words.target} a probability of at least 0.9 of being the ${words.person}’s own.</p>${table(
    {
      title: `How many ${words.people} are exposed`,
      head: [
        'Certainty of at least',
        `${capital(words.people)} with one named`,
        'Of all',
        `Their surest ${words.target} ${right}`,
        `Any named ${words.target} ${right}`,
        ...(without ? [`${capital(words.people)}, without outside knowledge`] : []),
        ...(constrained ? [`${capital(words.people)}, by protected ${words.targets} alone`, 'The same without outside knowledge'] : []),
      ],
      rows: all.map((level) => [
        `${Math.round(100 * level.certainty)} %`,
        level.people,
        level.share,
        level.surestRight,
        level.targetsRight,
        ...(without ? [counts(level.without)] : []),
        ...(constrained ? [counts(level.protected), counts(level.protectedWithout)] : []),
      ]),
    },
  )}<p class="note">In brackets 95 % intervals, over generalised items or clusters and over ${words.people}; where too few bear on a figure there are none. ${
    measured
      ? 'Right is what is true of them: by the original, or as it stands in the release.'
      : 'There is no original: right is what the attack’s own probabilities expect.'
  }</p>`;
}

function byRisk({ targets, words, measured, risk }: PeopleReport): Markup | null {
  if (targets.length === 0) return null;
  const at = Math.round(100 * risk);
  return html`<p class="conclude">The ${words.targets} that are named for the most ${words.people}: they are the first to protect better.</p>${table(
    {
      title: `${capital(words.targets)} by risk`,
      head: [
        capital(words.target),
        `${capital(words.people)} it may be of`,
        `Named at ${at} %`,
        ...(measured ? ['Of these right'] : []),
        'Mean certainty',
        'Without outside knowledge',
      ],
      rows: targets.map(({ target, people, named, right, mean, without }) => [
        target,
        people,
        named,
        ...(measured ? [right] : []),
        tiedPercent(mean),
        tiedPercent(without),
      ]),
    },
  )}`;
}

function exposed({ exposed: all, words, measured, risk }: PeopleReport): Markup | null {
  if (all.length === 0) return null;
  const shown = all.some(({ surest }) => surest !== null);
  return html`<p class="conclude">Begin here when you look at single ${words.people}: of these most is named.</p>${table({
    title: `The ${words.people} most exposed`,
    head: [
      capital(words.person),
      `Hidden ${words.targets}`,
      `Named at ${Math.round(100 * risk)} %`,
      'Surest',
      ...(shown ? [`Surest ${words.target}`, 'Betrayed by'] : []),
      ...(measured ? ['Right'] : []),
    ],
    rows: all.map(({ person, targets, named, probability, surest, by, right }) => [
      person,
      targets,
      named,
      tiedPercent(probability),
      ...(shown ? [surest, by ?? '–'] : []),
      ...(measured ? [right === true ? 'yes' : 'no'] : []),
    ]),
  })}`;
}

/** Maximum number of entries. */
const MOST = 6;
const listed = (among: readonly string[]): string =>
  among.length <= MOST + 1 ? among.join(', ') : `${among.slice(0, MOST).join(', ')} and ${among.length - MOST} more`;

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
