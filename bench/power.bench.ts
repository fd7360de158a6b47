// Is a leak of the stated power noticed? For each kind and way the power is taken from audits of releases without a leak; a leak of that size is
// planted in 200 others. UNVEIL_KINDS=graph takes one kind, UNVEIL_RUNS fewer releases.
import { type Bar, rowsOfFigures, writeFigures } from './bench.ts';
import { auditMade } from './verdict/audit-made.ts';
import { verdictTrials } from './verdict/kinds.ts';
import type { SizedLeak, VerdictTrials } from './verdict/made-release.ts';

const RUNS = Number(process.env['UNVEIL_RUNS'] ?? 200);
/** Releases without a leak whose stated power is averaged. */
const STATING = 10;
const LEAST_NOTICED = 0.9;

export async function bench(): Promise<readonly Bar[]> {
  const bars: Bar[] = [];
  const rows = new Map(rowsOfFigures('power').map((row) => [row.slice(0, 2).join(), row]));
  for (const kind of await verdictTrials()) {
    for (const sized of kind.sized) {
      const stated = await statedPower(kind, sized);
      if (stated === null || stated >= 1) {
        bars.push({ what: `${kind.kind}, ${sized.way}: stated power`, figure: String(stated), bar: 'below 1', met: false });
        continue;
      }
      let noticed = 0;
      for (let run = 0; run < RUNS; run += 1) {
        const { conclusion } = await auditMade(sized.make(`power ${kind.kind} ${sized.way} ${run}`, stated));
        if (conclusion.verdict.ways.find(({ way }) => way === sized.way)?.level === 'leaks') noticed += 1;
      }
      const figure = `${noticed} of ${RUNS} at ${(100 * stated).toFixed(1)} %`;
      bars.push({
        what: `${kind.kind}, ${sized.way}: leaks of the stated power noticed`,
        figure,
        bar: 'at least 90 %',
        met: noticed >= LEAST_NOTICED * RUNS,
      });
      rows.set([kind.kind, sized.way].join(), [kind.kind, sized.way, `${(100 * stated).toFixed(1)} %`, `${noticed} of ${RUNS}`]);
    }
  }
  writeFigures(
    'power',
    ['kind', 'way', 'stated power', 'noticed'],
    [...rows.values()],
    `Leaks planted at the power that audits of releases without a leak state, the mean of ${STATING}.`,
  );
  return bars;
}

/** Null: no audit states one. */
async function statedPower({ kind }: VerdictTrials, { way, make }: SizedLeak): Promise<number | null> {
  const stated: number[] = [];
  for (let run = 0; run < STATING; run += 1) {
    const { conclusion } = await auditMade(make(`stating ${kind} ${way} ${run}`, 0));
    const power = conclusion.verdict.ways.find((each) => each.way === way)?.power ?? null;
    if (power !== null) stated.push(power);
  }
  return stated.length === 0 ? null : stated.reduce((sum, each) => sum + each, 0) / stated.length;
}
