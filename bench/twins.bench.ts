// 200 small releases of every kind, drawn by seed: whole audits against their slow twins, from the first byte to the last row. Then the same with a
// figure of each table changed, to see how much a twin holds. UNVEIL_RUNS takes fewer.
import { seeded } from '../shared/core/random/random.ts';
import { TWINS } from '../test/oracle/twins/whole/twins.ts';
import { auditTexts } from '../test/oracle/twins/whole/whole-audit.ts';
import { withWrongFigure } from '../test/oracle/twins/whole/wrong-figure.ts';
import { type Bar, writeFigures } from './bench.ts';

const RUNS = Number(process.env['UNVEIL_RUNS'] ?? 200);

export async function bench(): Promise<readonly Bar[]> {
  const table: string[][] = [];
  const bars: Bar[] = [];
  for (const { kind, draw, tables } of TWINS) {
    let [differ, noticed, changes, rows] = [0, 0, 0, 0];
    for (let index = 0; index < RUNS; index += 1) {
      const { audit, checks } = draw(seeded('whole audits', kind, index));
      const files = await auditTexts(audit);
      const wrong = checks.flatMap((check) => check(files));
      if (wrong.length > 0) {
        differ += 1;
        process.stderr.write(`${kind} ${index}: ${wrong.slice(0, 3).join('; ')}\n`);
      }
      rows += tables.reduce((total, name) => total + (files[`${name}.jsonl`] ?? '').split('\n').length - 1, 0);
      for (const name of tables) {
        const changed = withWrongFigure(files, name, seeded('wrong figure', kind, index));
        if (changed === null) continue;
        changes += 1;
        if (checks.flatMap((check) => check(changed)).length > wrong.length) noticed += 1;
      }
    }
    table.push([kind, String(RUNS), String(rows), tables.join(', '), String(differ), `${noticed} of ${changes}`]);
    bars.push({ what: `${kind}: audits that differ`, figure: String(differ), bar: '0', met: differ === 0 });
    bars.push({
      what: `${kind}: changed figures that are noticed`,
      figure: `${noticed} of ${changes}`,
      bar: 'some',
      met: noticed > 0,
    });
  }
  writeFigures(
    'twins',
    ['kind', 'releases', 'rows of the tables', 'tables', 'audits that differ', 'changed figures that are noticed'],
    table,
    'Whole audits of small releases drawn by seed, from the first byte to the last row, against twins that read the rules anew and are slow: every order of friends, every deal of holders, every pairing is tried. Then one figure of each table, drawn by seed, is changed by a millionth: a twin that does not notice leaves this row out (attacks that draw what is known of a person, mostly).',
  );
  return bars;
}
