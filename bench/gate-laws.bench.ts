// The laws of the gate on whole audits, 50 for each kind: an exposed person more, a source, a line of the register, an error, a lost unit, an attack,
// or the original taken away never open a closed gate. UNVEIL_KINDS takes some kinds, UNVEIL_RUNS fewer audits.

import { BadInput } from '../shared/core/model/bad-input.ts';
import { byAttack, type Finding, hasFigure, WAYS, withoutFigure } from '../shared/core/verdict/finding.ts';
import { actsAt, type Gate, judgeLimits } from '../shared/core/verdict/gate.ts';
import type { WayLimit } from '../shared/core/verdict/policy.ts';
import type { Conclusion } from '../shared/kit/publish/conclude.ts';
import { type Bar, rowsOfFigures, writeFigures } from './bench.ts';
import { auditMade } from './verdict/audit-made.ts';
import { verdictTrials } from './verdict/kinds.ts';
import type { MadeRelease, VerdictTrials } from './verdict/made-release.ts';

const RUNS = Number(process.env['UNVEIL_RUNS'] ?? 50);

const LIMITS: readonly WayLimit[] = WAYS.flatMap((way) =>
  [0.02, 0.05, 0.1, 0.3, 0.6].flatMap((limit) =>
    [0.5, 0.8, 0.95].map((confidence): WayLimit => ({ way, limit, confidence, knows: null, claimed: false })),
  ),
);

type Judged = Pick<Conclusion, 'findings' | 'claims'> & { readonly lost: number };
const judge = (limit: WayLimit, judged: Judged): Gate => judgeLimits([limit], judged);

/**
 * Closed for lack of data: nothing is broken, failed or lost, and nobody was found to be exposed beyond the limit, only too little is known to rule
 * it out. Such a gate may open when a person or a source comes.
 */
function lacksData({ way, limit, confidence }: WayLimit, { findings, claims, lost }: Judged): boolean {
  if (lost > 0 || claims.some(({ state }) => state === 'broken') || findings.some((each) => each.state === 'errored' || each.lost > 0))
    return false;
  return !findings.some((each) => each.way === way && hasFigure(each) && actsAt(each, confidence) && (each.exposed ?? 0) > limit);
}

interface Law {
  readonly name: string;
  /** Data come with it, so a gate that was closed for lack of data may open. */
  readonly bringsData: boolean;
  /** Null: this release has no such thing. */
  change(made: MadeRelease): MadeRelease | null;
}

const without = (record: Readonly<Record<string, unknown>>, key: string) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
const MORE = 'more.txt';

const ON_RELEASES: readonly Law[] = [
  {
    name: 'the original is taken away',
    bringsData: false,
    change: ({ files, request }) => (request['original'] === undefined ? null : { files, request: without(request, 'original') }),
  },
  {
    name: 'a source is added',
    bringsData: true,
    change: ({ files, request }) => ({
      files: { ...files, [MORE]: 'A text that knows nothing of the release.\n' },
      request: { ...request, sources: [...((request['sources'] as readonly string[] | undefined) ?? ['wordnet']), MORE] },
    }),
  },
  {
    name: 'a line is added to the register',
    bringsData: true,
    change({ files, request }) {
      const register = request['external'];
      const text = typeof register === 'string' ? files[register] : undefined;
      if (text === undefined) return null;
      const last = text.trimEnd().split('\n').at(-1) ?? '';
      return { files: { ...files, [String(register)]: `${text.trimEnd()}\n${last}\n` }, request };
    },
  },
];

/** Changes to the findings of a whole audit. */
const ON_FINDINGS: Readonly<Record<string, (judged: Judged, way: WayLimit['way']) => readonly Judged[]>> = {
  'an attack fails': (judged, way) => [
    { ...judged, findings: [...judged.findings, withoutFigure(byAttack(way, 'failing', 'nothing'), 'errored', 'it failed', { lost: 1 })] },
  ],
  'a unit is lost': (judged) => [{ ...judged, lost: judged.lost + 1 }],
};

const nameOf = ({ attack, about }: Finding): string => JSON.stringify([attack, about]);

interface Count {
  tried: number;
  opened: number;
  readonly how: string[];
}

export async function bench(): Promise<readonly Bar[]> {
  const bars: Bar[] = [];
  const rows = new Map(rowsOfFigures('gate-laws').map((row) => [row.slice(0, 2).join(), row]));
  for (const kind of await verdictTrials()) {
    const counts = new Map<string, Count>();
    const count = (name: string, before: Gate, after: Gate, note: string): void => {
      const own = counts.get(name) ?? { tried: 0, opened: 0, how: [] };
      counts.set(name, own);
      if (before.open) return;
      own.tried += 1;
      if (!after.open) return;
      own.opened += 1;
      own.how.push(`${note}: ${before.message}`);
    };
    for (let run = 0; run < RUNS; run += 1) await tryLaws(kind, run, count);
    for (const [name, { tried, opened, how }] of counts) {
      const figure = `${opened} of ${tried} closed gates opened${how.length === 0 ? '' : ` (${how[0]})`}`;
      bars.push({ what: `${kind.kind}: ${name}`, figure, bar: 'none', met: opened === 0 });
      rows.set([kind.kind, name].join(), [kind.kind, name, String(tried), String(opened)]);
    }
  }
  const note = `Closed gates of ${RUNS} whole audits for each kind, under ${LIMITS.length} limits, and how many of them a change opened. Left out where persons or sources come: gates that were closed for lack of data.`;
  writeFigures('gate-laws', ['kind', 'what is done', 'closed gates', 'opened'], [...rows.values()], note);
  return bars;
}

async function tryLaws(
  kind: VerdictTrials,
  run: number,
  count: (name: string, before: Gate, after: Gate, note: string) => void,
): Promise<void> {
  const { made, more } = releaseOf(kind, run);
  const before = await judgedOf(made);
  for (const law of ON_RELEASES) {
    const changed = law.change(made);
    const after = changed === null ? null : await judgedOf(changed);
    if (after !== null) compare(law.name, law.bringsData, before, after);
  }
  if (more !== null) compare('more people are exposed', true, before, await judgedOf(more));
  if (before === null) return;
  for (const limit of LIMITS) {
    for (const [name, change] of Object.entries(ON_FINDINGS))
      for (const after of change(before, limit.way)) count(name, judge(limit, before), judge(limit, after), `run ${run}`);
    const own = before.findings.filter(({ way }) => way === limit.way);
    for (const attack of new Set(own.map(nameOf))) {
      const less = { ...before, findings: before.findings.filter((each) => each.way !== limit.way || nameOf(each) !== attack) };
      // With no other attack of the way nothing was tried before it came.
      if (less.findings.some((each) => each.way === limit.way && hasFigure(each)))
        count('an attack is added', judge(limit, less), judge(limit, before), `run ${run}, ${attack}`);
    }
  }

  function compare(name: string, bringsData: boolean, first: Judged | null, second: Judged | null): void {
    if (first === null || second === null) return;
    for (const limit of LIMITS)
      if (!bringsData || !lacksData(limit, first)) count(name, judge(limit, first), judge(limit, second), `run ${run}, ${limit.way}`);
  }
}

/** Leaks of some size, the same with more of it, planted ones and clean ones in turns. */
function releaseOf(
  { kind, sized, planted, clean }: VerdictTrials,
  run: number,
): { readonly made: MadeRelease; readonly more: MadeRelease | null } {
  const seed = `laws ${kind} ${run}`;
  const leak = sized[Math.floor(run / 3) % Math.max(1, sized.length)];
  if (run % 3 === 0 && leak !== undefined) return { made: leak.make(seed, 0.1), more: leak.make(seed, 0.3) };
  const plan = planted[Math.floor(run / 3) % planted.length];
  const made = run % 3 === 1 ? plan?.make(seed, true) : null;
  const none = clean[Math.floor(run / 3) % clean.length];
  return { made: made ?? none.make(seed), more: null };
}

/** Null: this kind of release takes no such thing. */
async function judgedOf(made: MadeRelease): Promise<Judged | null> {
  try {
    const { conclusion } = await auditMade(made);
    return { ...conclusion, lost: 0 };
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
}
