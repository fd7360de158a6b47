import { codeRecords } from '../shared/core/anonymise/disassociate/coded-records.ts';
import { disassociate } from '../shared/core/anonymise/disassociate/disassociate.ts';
import { countBreaches, STRONG } from '../shared/core/breach/breaches.ts';
import { checkRelease } from '../shared/core/breach/check-release.ts';
import { type Bar, type Bench, writeFigures } from './bench.ts';
import { benchSet, type SetName } from './sets.ts';

/** Guarantee check and strong-attacker breach detection, each on a release as it was read; the first run counts, as on a command line. */
export const bench: Bench = async () => {
  const bars: Bar[] = [];
  const rows: string[][] = [];
  const sets: readonly (readonly [SetName, number])[] = [
    ['bms_webview_1', 250],
    ['bms_webview_2', Infinity],
    ['retail', Infinity],
  ];
  for (const [name, most] of sets) {
    const { title, records } = benchSet(name);
    // Read back from JSON, so that texts are what a reader makes of them.
    const release = JSON.parse(JSON.stringify(disassociate(codeRecords(records), { k: 3, m: 2, maxCluster: 50 }).release));
    const claim = { k: 3, m: 2 };
    const check = timed(() => checkRelease(release, claim).length);
    const strict = timed(() => checkRelease(release, claim, { strict: true }).length);
    const breach = timed(() => countBreaches(release, 3, STRONG).quantity);
    rows.push([
      title,
      ...[check, strict, breach].map(({ milliseconds }) => `${milliseconds.toFixed(0)} ms`),
      String(check.value),
      String(breach.value),
    ]);
    if (most === Infinity) continue;
    for (const [what, { milliseconds }] of [
      ['guarantee check', check],
      ['breach detection, strong attacker', breach],
    ] as const)
      bars.push({ what: `${title}, ${what}`, figure: `${milliseconds.toFixed(0)} ms`, bar: `under ${most} ms`, met: milliseconds < most });
  }
  writeFigures(
    'check',
    ['dataset', 'check', 'strict check', 'breach detection', 'violations', 'breaches (strong)'],
    rows,
    'Disassociated with k = 3, m = 2, at most 50 transactions a cluster. First runs of the process for the first dataset: nothing is warmed up.',
  );
  return bars;
};

function timed<T>(run: () => T): { readonly value: T; readonly milliseconds: number } {
  const started = performance.now();
  const value = run();
  return { value, milliseconds: performance.now() - started };
}
