// Whole audits of small releases against slow twins that read the spec anew: a few of each kind here, 200 by `npm run bench -- twins`.
import { seeded } from '../../shared/core/random/random.ts';
import { TWINS } from './twins/whole/twins.ts';
import { auditTexts } from './twins/whole/whole-audit.ts';
import { withWrongFigure } from './twins/whole/wrong-figure.ts';

const EACH = 5;

describe.each(TWINS)('$kind', ({ kind, tables, draw }) => {
  test(`${EACH} releases: every figure is the twin's, and a changed one is noticed`, async () => {
    const noticed = new Set<string>();
    for (let index = 0; index < EACH; index += 1) {
      const { audit, checks } = draw(seeded('whole audits', kind, index));
      const files = await auditTexts(audit);
      expect({ index, wrong: checks.flatMap((check) => check(files)) }).toEqual({ index, wrong: [] });
      for (const table of tables) {
        const changed = withWrongFigure(files, table, seeded('wrong figure', kind, index));
        if (changed !== null && checks.some((check) => check(changed).length > 0)) noticed.add(table);
      }
    }
    expect([...noticed].toSorted()).toEqual([...tables].toSorted());
  });
});
