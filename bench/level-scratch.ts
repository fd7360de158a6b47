import { seeded } from '/work/wt/lead/shared/core/random/random.ts';
import { byAttack } from '/work/wt/lead/shared/core/verdict/finding.ts';
import { findingsOf, type Said } from '/work/wt/lead/shared/core/verdict/said.ts';
import { verdictOf } from '/work/wt/lead/shared/core/verdict/verdict.ts';

const RUNS = Number(process.argv[2] ?? 300);
for (const C of [10, 32, 100, 300])
  for (const size of [1, 5, 15])
    for (const b of [0.05, 0.3, 0.5, 0.9])
      for (const icc of [0, 0.3, 1])
        for (const mode of ['fraction', 'realised']) {
          let leaks = 0;
          let power = 0;
          for (let run = 0; run < RUNS; run++) {
            const r = seeded('x', C, size, String(b), String(icc), mode, run);
            const u = () => r.below(1 << 30) / (1 << 30);
            const shared: Said[][] = Array.from({ length: 6 }, () => []);
            for (let c = 0; c < C; c++) {
              const n = size === 1 ? 1 : 1 + r.below(2 * size - 1);
              const fates = Array.from({ length: 6 }, () => u());
              const lessFate = u();
              for (let i = 0; i < n; i++) {
                const common = u();
                const lr = mode === 'fraction' ? b : (u() < icc ? lessFate : u()) < b ? 1 : 0;
                for (let a = 0; a < 6; a++) {
                  const own = u() < icc ? fates[a] : u() < 0.5 ? common : u();
                  shared[a].push({ cluster: c, confidence: u(), right: own < b ? 1 : 0, lessConfidence: b, lessRight: lr });
                }
              }
            }
            const findings = shared.flatMap((said, a) =>
              findingsOf(byAttack('learned', `a${a}`, 'x'), said, { baseline: 'g', reason: 'r' }),
            );
            const v = verdictOf({ findings, claims: [], obstacles: [], nothingHidden: false });
            if (v.level === 'leaks') leaks++;
            power += v.ways[2].power ?? 1;
          }
          if (leaks / RUNS > 0.05 || process.argv[3])
            console.log(C, size, b, icc, mode, 'leaks', ((100 * leaks) / RUNS).toFixed(1), 'power', (power / RUNS).toFixed(3));
        }
