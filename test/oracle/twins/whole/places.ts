// Places: every cell of every region is looked at, every user is asked where they were, and cloaking is done again by its definition.
import { mean } from './by-hand.ts';
import { exposures, type Figure, trials, type WholeTwin } from './twin.ts';

const SIDE = 100;
const LEVELS = 3;

type Cell = readonly [level: number, column: number, row: number];
interface Position {
  readonly time: number;
  readonly user: string;
  readonly x: number;
  readonly y: number;
}

const cellOf = (level: number, { x, y }: Position): Cell => [
  level,
  Math.floor((x / SIDE) * 2 ** level),
  Math.floor((y / SIDE) * 2 ** level),
];
const named = (cell: Cell): string => cell.join(',');
const isIn = (region: Cell, at: Position): boolean => named(cellOf(region[0], at)) === named(region);

const deepestOf = (region: Cell): Cell[] => {
  const wide = 2 ** (LEVELS - region[0]);
  return Array.from(
    { length: wide * wide },
    (_, at): Cell => [LEVELS, region[1] * wide + (at % wide), region[2] * wide + Math.floor(at / wide)],
  );
};

/** Into the quadrant as long as it holds k. */
function adaptive(everybody: readonly Position[], k: number): Map<Position, Cell> {
  return new Map(
    everybody.map((own) => {
      const levels = Array.from({ length: LEVELS + 1 }, (_, level) => cellOf(level, own));
      const first = levels.findIndex((cell) => everybody.filter((other) => isIn(cell, other)).length < k);
      return [own, levels.at(first < 0 ? -1 : first - 1) as Cell];
    }),
  );
}

/** Only so far that k publish: who is one of fewer stays, and others with them. */
function strict(inside: readonly Position[], level: number, k: number): Map<Position, Cell> {
  const published = new Map<Position, Cell>();
  if (level === LEVELS) return new Map(inside.map((own) => [own, cellOf(level, own)]));
  const quadrants = [...Map.groupBy(inside, (own) => named(cellOf(level + 1, own))).values()];
  const stay = quadrants.filter((own) => own.length < k).flat();
  const going = quadrants
    .filter((own) => own.length >= k)
    .sort((a, b) => {
      const [[, x = 0, y = 0], [, u = 0, v = 0]] = [a, b].map((own) => cellOf(level + 1, own[0])) as [Cell, Cell];
      return a.length - b.length || y - v || x - u;
    });
  while (stay.length > 0 && stay.length < k) stay.push(...(going.shift() as Position[]));
  for (const own of stay) published.set(own, cellOf(level, own));
  for (const own of going) for (const [each, cell] of strict(own, level + 1, k)) published.set(each, cell);
  return published;
}

export const placesTwin: WholeTwin = {
  kind: 'places',
  tables: ['trials', 'exposures'],
  draw(random) {
    const k = 2 + random.below(2);
    const method = (['adaptive', 'strict', null] as const)[random.below(3)];
    const [people, times] = [5 + random.below(8), 1 + random.below(3)];
    const positions: Position[] = [];
    for (let time = 1; time <= times; time += 1)
      for (let user = 0; user < people; user += 1)
        // One is missing now and then; most live in one corner.
        if (user < k || random.unit() < 0.85)
          positions.push({ time, user: `u${user}`, x: SIDE * random.unit() ** 2, y: SIDE * random.unit() });
    const at = (time: number): Position[] => positions.filter((each) => each.time === time);
    const cloaked = (now: readonly Position[]): Map<Position, Cell> =>
      method === 'adaptive'
        ? adaptive(now, k)
        : method === 'strict'
          ? strict(now, 0, k)
          : new Map(now.map((own) => [own, cellOf(1 + random.below(2), own)]));
    const regions = new Map([...new Set(positions.map(({ time }) => time))].flatMap((time) => [...cloaked(at(time))]));
    const known = {
      density:
        random.unit() < 0.7
          ? deepestOf([0, 0, 0])
              .filter(() => random.unit() < 0.7)
              .map((cell) => [cell, 1 + random.unit()] as const)
          : [],
      everybody: random.unit() < 0.7 ? positions.filter(({ time }) => time !== 2 || random.unit() < 2) : [],
      reach: random.unit() < 0.6 ? SIDE * (0.1 + 0.6 * random.unit()) : null,
      side: random.unit() < 0.5 ? SIDE * random.unit() : null,
    };
    const knowsNothing = known.density.length + known.everybody.length === 0 && known.reach === null && known.side === null;
    const header = { square: [0, 0, SIDE], levels: LEVELS };
    const lines = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
    const hasOriginal = random.unit() < 0.7;
    const release = positions.map((own) => ({ time: own.time, user: `p${own.user.slice(1)}`, region: regions.get(own) }));
    return {
      audit: {
        release: lines([{ ...header, ...(method === null ? {} : { method, k }) }, ...release]),
        original: hasOriginal ? lines([header, ...positions.map((own) => ({ ...own, as: `p${own.user.slice(1)}` }))]) : null,
        beside: {
          'known.jsonl': lines([
            { ...header, ...(known.reach === null ? {} : { reach: known.reach }), ...(known.side === null ? {} : { side: known.side }) },
            ...known.everybody,
            ...known.density.map(([[, column, row], weight]) => ({ cell: [column, row], people: weight })),
          ]),
        },
        // No knowledge, no file.
        request: { kind: 'places', ...(knowsNothing ? {} : { external: 'known.jsonl' }) },
      },
      checks: expectedOf({ positions, regions, method, k, hasOriginal, ...known }),
    };
  },
};

interface Case {
  readonly positions: readonly Position[];
  readonly regions: ReadonlyMap<Position, Cell>;
  readonly method: 'adaptive' | 'strict' | null;
  readonly k: number;
  readonly hasOriginal: boolean;
  readonly density: readonly (readonly [Cell, number])[];
  readonly everybody: readonly Position[];
  readonly reach: number | null;
  readonly side: number | null;
}

function expectedOf(drawn: Case) {
  const { positions, regions, hasOriginal, density, everybody, side } = drawn;
  const hidden = positions.filter((own) => (regions.get(own) as Cell)[0] < LEVELS);
  const guesses = hidden.map((own) => ({ own, ...likeliestCell(own, drawn) }));
  const rows = new Map<string, Record<string, Figure>>();
  rows.set(
    'density',
    density.length === 0 || hidden.length === 0
      ? { status: 'not computable' }
      : {
          status: 'decided',
          people: hidden.length,
          coverage: mean(guesses.map(({ cell }) => (cell === null ? 0 : 1))),
          baseline_value: mean(guesses.map(({ uniform }) => uniform)),
          // Where nothing is known of a region a cell of it is drawn, which the twin does not follow.
          ...(guesses.every(({ cell }) => cell !== null)
            ? {
                value: mean(
                  guesses.map(({ own, cell, probability }) =>
                    hasOriginal ? Number(named(cell as Cell) === named(cellOf(LEVELS, own))) : probability,
                  ),
                ),
                meanEntropy: mean(guesses.map(({ entropy }) => entropy)),
                meanExpectedError: mean(guesses.map(({ error }) => error)),
              }
            : {}),
        },
  );
  const who = pseudonyms(drawn);
  rows.set(
    'regions over time',
    everybody.length === 0
      ? { status: 'not computable' }
      : {
          status: 'decided',
          people: who.length,
          value: mean(who.map(({ left }) => Number(left.length === 1))),
          baseline_value: mean(who.map(({ first }) => Number(first === 1))),
          meanChance: mean(who.map(({ left }) => (left.length === 0 ? 0 : 1 / left.length))),
          nobodyLeft: who.filter(({ left }) => left.length === 0).length,
          right:
            hasOriginal && who.some(({ left }) => left.length === 1)
              ? mean(who.filter(({ left }) => left.length === 1).map(({ user, left }) => Number(left[0] === user)))
              : null,
        },
  );
  const narrow = positions.filter((own) => SIDE / 2 ** (regions.get(own) as Cell)[0] < (side ?? 0));
  const single = positions.filter(
    (own) => deepestOf(regions.get(own) as Cell).filter((cell) => density.some(([lived]) => named(lived) === named(cell))).length === 1,
  );
  rows.set(
    'size',
    side === null && density.length === 0
      ? { status: 'not computable' }
      : {
          status: 'decided',
          value: (side === null ? single : narrow).length / positions.length,
          onePlace: density.length === 0 ? null : single.length / positions.length,
        },
  );
  rows.set('reach', outOfReach(drawn));
  const numbers = new Map([...new Set(positions.map(({ user }) => user))].map((user, at) => [user, at + 1]));
  const told = guesses.flatMap(({ own, cell, probability, uniform }) =>
    cell === null
      ? []
      : [
          [
            `${numbers.get(own.user)} | at time ${own.time} in cell ${cell[1]},${cell[2]} of level ${LEVELS}`,
            { probability, without: uniform, right: hasOriginal ? named(cell) === named(cellOf(LEVELS, own)) : null },
          ] as const,
        ],
  );
  // Of several that may be it one is drawn.
  const surely = who.flatMap(({ user, left, first }) =>
    left.length !== 1
      ? []
      : [
          [
            `${numbers.get(user)} | who: ${left[0]}`,
            { probability: 1, without: 1 / first, right: hasOriginal ? left[0] === user : null },
          ] as const,
        ],
  );
  return [trials(rows), exposures(new Map([...told, ...surely]), false)];
}

/** Cells by how many live there, without quadrants that were not left though they held k. */
function likeliestCell(own: Position, { positions, regions, method, k, density }: Case) {
  const region = regions.get(own) as Cell;
  const cells = deepestOf(region);
  const uniform = 1 / cells.length;
  const weightOf = (cell: Cell): number => density.find(([lived]) => named(lived) === named(cell))?.[1] ?? 0;
  const all = density.reduce((total, [, weight]) => total + weight, 0);
  const users = positions.filter(({ time }) => time === own.time).length;
  const held = (cell: Cell): number => {
    const shift = 2 ** (LEVELS - region[0] - 1);
    const sameQuadrant = cells.filter(
      (other) =>
        Math.floor(other[1] / shift) === Math.floor(cell[1] / shift) && Math.floor(other[2] / shift) === Math.floor(cell[2] / shift),
    );
    return (sameQuadrant.reduce((total, each) => total + weightOf(each), 0) / all) * users;
  };
  const possible = cells.filter((cell) => weightOf(cell) > 0 && (method !== 'adaptive' || held(cell) < k));
  if (possible.length === 0) return { cell: null, probability: uniform, uniform, entropy: 0, error: 0 };
  const total = possible.reduce((sum, cell) => sum + weightOf(cell), 0);
  const cell = possible.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a));
  const chance = (of: Cell): number => weightOf(of) / total;
  const far = (of: Cell): number => Math.hypot(of[1] - cell[1], of[2] - cell[2]) * (SIDE / 2 ** LEVELS);
  return {
    cell,
    probability: chance(cell),
    uniform,
    entropy: possible.reduce((sum, of) => sum - chance(of) * Math.log(chance(of)), 0),
    error: possible.reduce((sum, of) => sum + chance(of) * far(of), 0),
  };
}

/** Candidates of each pseudonym: users who would publish its region at each time. */
function pseudonyms({ positions, regions, method, k, everybody }: Case) {
  const users = [...new Set(positions.map(({ user }) => user))];
  const again = new Map<Position, Cell>();
  for (const now of Map.groupBy(everybody, ({ time }) => time).values()) {
    const made =
      method === 'adaptive' && now.length >= k ? adaptive(now, k) : method === 'strict' && now.length >= k ? strict(now, 0, k) : null;
    for (const own of now) again.set(own, made?.get(own) ?? [-1, 0, 0]);
  }
  return users.flatMap((user) => {
    const seen = positions.filter((own) => own.user === user && everybody.some(({ time }) => time === own.time));
    const fits = (own: Position, other: Position): boolean => {
      const made = again.get(other) as Cell;
      return made[0] < 0 ? isIn(regions.get(own) as Cell, other) : named(made) === named(regions.get(own) as Cell);
    };
    const after = (times: readonly Position[]): string[] =>
      [...new Set(everybody.map((other) => other.user))].filter((name) =>
        times.every((own, at) => {
          const there = everybody.find((other) => other.user === name && other.time === own.time);
          // Users missing at the first time are excluded; missing later excludes nobody.
          return there === undefined ? at > 0 : fits(own, there);
        }),
      );
    return seen.length === 0 ? [] : [{ user, first: after(seen.slice(0, 1)).length, left: after(seen) }];
  });
}

/** Of intervals in a chain, what is within reach of all others, each as many steps away as it is. */
function outOfReach({ positions, regions, reach }: Case): Record<string, Figure> {
  const paths = [...Map.groupBy(positions, ({ user }) => user).values()]
    .map((own) => own.map((each) => regions.get(each) as Cell))
    .filter((own) => own.length > 1);
  if (reach === null || paths.length === 0) return { status: 'not computable' };
  const ends = ([level, ...place]: Cell, axis: 0 | 1): [number, number] => {
    const wide = SIDE / 2 ** level;
    return [place[axis] * wide, (place[axis] + 1) * wide];
  };
  const kept = paths.map((path) => {
    const shares = path.map((cell, at) =>
      ([0, 1] as const).map((axis) => {
        const lows = path.map((other, step) => ends(other, axis)[0] - reach * Math.abs(step - at));
        const highs = path.map((other, step) => ends(other, axis)[1] + reach * Math.abs(step - at));
        const [low, high] = ends(cell, axis);
        return (Math.min(...highs) - Math.max(...lows)) / (high - low);
      }),
    );
    return shares.flat().some((each) => each < 0) ? null : mean(shares.map(([x = 0, y = 0]) => x * y));
  });
  const possible = kept.filter((each) => each !== null);
  if (possible.length === 0) return { status: 'not computable' };
  return { status: 'decided', people: paths.length, value: 1 - mean(possible), tooFar: kept.length - possible.length };
}
