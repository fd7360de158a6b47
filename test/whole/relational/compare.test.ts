// Two releases of one table, made and audited as a user does, compared record by record in any order.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePeople } from '../../helpers/people-table.ts';
import { said } from '../../helpers/said.ts';

test('releases of tables are paired by the records of their originals, with what their readers lose', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-compare-'));
  const at = (...names: string[]): string => join(folder, ...names);
  try {
    writePeople(folder, { k: 3 });
    const make = ['anonymise', at('people.csv'), '--roles', at('roles.json')];
    await said(...make, '--method', 'lattice', '--limit', '5%', '--seed', 'another', '--out', at('coarse'));
    await said(...make, '--method', 'mondrian', '--out', at('fine'));
    for (const release of ['coarse', 'fine'])
      expect((await said('audit', at(release, 'audit.json'), '--out', at('results', release))).status).toBe(0);
    expect(readFileSync(at('coarse', 'original.csv'), 'utf8')).not.toBe(readFileSync(at('fine', 'original.csv'), 'utf8'));
    const argv = ['--results', at('results'), '--out', at('out'), '--json'];
    const { status, out } = await said('compare', at('coarse'), at('fine'), ...argv);
    expect(status).toBe(0);
    const { audits, differences } = JSON.parse(out);
    const ncp = (release: string): number => JSON.parse(readFileSync(at(release, 'measures.json'), 'utf8')).ncp;
    expect(audits.map((each: { utility: { ncp: number } }) => each.utility.ncp)).toEqual([ncp('coarse'), ncp('fine')]);
    // The most frequent value of each class, from the releases alone.
    const surest = ['coarse', 'fine'].map((release) => {
      const rows = readFileSync(at(release, 'release.csv'), 'utf8').trimEnd().split('\n').slice(1);
      const classes = Object.values(Object.groupBy(rows, (row) => row.slice(0, row.lastIndexOf(','))));
      const most = classes.map((members = []) => {
        const counts = Object.values(Object.groupBy(members, (row) => row.slice(row.lastIndexOf(','))));
        return Math.max(...counts.map((each) => each?.length ?? 0));
      });
      return most.reduce((sum, each) => sum + each, 0) / rows.length;
    }) as [number, number];
    const found = differences.find(({ measure }: { measure: string }) => measure === 'surest');
    // No rates are of tables: the page has no columns of them.
    expect(readFileSync(at('out', 'comparison.html'), 'utf8')).not.toContain('Precision');
    expect(found).toMatchObject({ paired: 'people', finding: 'below', difference: expect.closeTo(surest[0] - surest[1], 12) });
    // Named by their results alone, nothing says that the people are the same.
    const apart = JSON.parse((await said('compare', at('results', 'coarse'), at('results', 'fine'), ...argv)).out);
    expect(apart.differences[0]).toMatchObject({ paired: null, reason: 'their originals are not the same file' });
    // Recomputed without measures.json.
    rmSync(at('fine', 'measures.json'));
    const anew = JSON.parse((await said('compare', at('coarse'), at('fine'), ...argv)).out);
    expect(anew.audits[1].utility).toMatchObject({ from: 'recomputed', ncp: expect.closeTo(audits[1].utility.ncp, 12) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
