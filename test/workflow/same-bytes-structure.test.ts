// Places, query logs in each form, graphs, counts. The attacker's files come with the drop.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syntheticEdges } from '../../shared/kinds/graph/core/generate.ts';
import { densityLines, positionLines } from '../../shared/kinds/places/core/generate.ts';
import { searchLines } from '../../shared/kinds/query-log/core/generate.ts';
import { LOG_FORMS } from '../../shared/kinds/query-log/core/log-file.ts';
import { sameBytesInBothHomes } from '../helpers/both-homes.ts';
import { madeRelease } from '../helpers/made-release.ts';

async function made(folder: string, lines: Iterable<string>, options: readonly string[]) {
  const input = join(folder, 'input');
  writeFileSync(input, [...lines].join(''));
  return madeRelease(folder, input, [...options, '--k', '4']);
}

const log = (form: string) => (folder: string) => made(folder, searchLines(200, 'both homes'), ['--method', 'query-log', '--form', form]);

sameBytesInBothHomes({
  places: async (folder) => {
    const positions = [...positionLines(120, 3, 6, 'both homes')];
    const release = await made(folder, positions, ['--method', 'cloak-adaptive']);
    const known = [...positions, ...[...densityLines(120, 6, 'both homes')].slice(1)].join('');
    return { ...release, beside: { 'known.jsonl': known }, request: { ...release.request, external: 'known.jsonl' } };
  },
  ...Object.fromEntries(LOG_FORMS.map((form) => [`query-log-${form}`, log(form)])),
  graph: (folder) => {
    const edges = [...syntheticEdges(120, 3, 'both homes')].map((edge) => `${edge.join(' ')}\n`);
    return made(folder, edges, ['--method', 'k-degree']);
  },
  counts: (folder) => {
    const people = Array.from({ length: 60 }, (_, at) => `${at % 2},${at % 7},${at % 3 === 0 ? at % 5 : 'flu'}\n`);
    return made(folder, ['sex,age,ill\n', ...people], ['--method', 'counts-suppressed', '--by', 'sex,age,ill', '--learn', 'ill']);
  },
});
