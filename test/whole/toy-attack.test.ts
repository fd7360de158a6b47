// @own-modules
import { readFileSync } from 'node:fs';
import type { Attack } from '../../shared/core/attack/attack.ts';
import { toy } from '../fixtures/toy-attack.ts';
import { ownFolder } from '../helpers/one-file-kind.ts';
import { said } from '../helpers/said.ts';

const at = ownFolder();
const HOSPITAL = ['examples/hospital/release.txt', '--original', 'examples/hospital/original.txt', '--format', 'json'];

/** The only further step in CONTRIBUTING: a row, whose type demands every column. */
const ROW: Attack = {
  name: 'toy',
  version: 1,
  label: 'every other one',
  role: 'published',
  byDefault: true,
  knows: 'nothing but places',
  summary: 'every other cell',
  takes: [],
  why: (value) => `distance ${value}`,
  run: toy,
};

/** The table is changed before anything is loaded that is made from it. */
beforeAll(async () => {
  const { TABLE_ATTACKS } = await import('../../shared/core/attack/attacks.ts');
  (TABLE_ATTACKS as Attack[]).push(ROW);
});

const rows = (folder: string, table: string): Record<string, unknown>[] =>
  readFileSync(at(folder, `${table}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('an attack that is one file and one row runs by default, and is in results, findings and report', async () => {
  const { status, out } = await said('audit', ...HOSPITAL, '--out', at('all'));
  expect(status).toBe(0);
  expect(out).toMatch(/^toy +\d/m);
  const attacks = rows('all', 'attacks');
  expect(attacks.find(({ attack }) => attack === 'toy')).toMatchObject({ status: 'decided', baseline: false, attack_version: 1 });
  // The strongest of the published ones: the last row of the table.
  expect(attacks.map(({ attack }) => attack).indexOf('toy')).toBe(5);
  expect(rows('all', 'findings').find(({ attack }) => attack === 'toy')).toMatchObject({ knows: 'nothing but places' });
  expect(readFileSync(at('all', 'report.html'), 'utf8')).toContain('every other one (toy)');
});

test('it is one of those that the best published is chosen from', async () => {
  const { audit } = await import('../../cli/index.ts');
  const mine = { name: 'mine', version: 1, summary: 'the same backwards', run: toy };
  const request = { release: HOSPITAL[0], original: 'examples/hospital/original.txt', attacks: ['toy', mine], output: { json: true } };
  await audit(request as Parameters<typeof audit>[0], { out: at('best') });
  const f1 = rows('best', 'attacks').find(({ attack }) => attack === 'toy')?.['f1'];
  const over = rows('best', 'lifts').filter((row) => row['over'] === 'best published');
  expect(over).toMatchObject([{ attack: 'own:mine', measure: 'f1', over_value: f1, lift: 0 }]);
});

test('it is left out where the request names others, and the verdict says so', async () => {
  await said('audit', ...HOSPITAL, '--attack', 'mda', '--out', at('one'));
  const found = rows('one', 'findings').filter(({ attack }) => attack === 'toy');
  expect(found).toMatchObject([{ state: 'not tried' }]);
});

test('help, completion, forms and schema offer it', async () => {
  expect((await said('audit', '--help')).out.replaceAll(/\s+/g, ' ')).toContain(
    'by default: calibrated, calibrated-precise, toy, rba-normalised',
  );
  expect((await said('eliminate', '--help')).out).toMatch(/^ {2}toy +every other cell$/m);
  expect((await said('completion', 'bash')).out).toMatch(/'audit --attack'\) .*\btoy\b/);
  expect((await said('audit', HOSPITAL[0] as string, '--attack', 'tyo')).err).toContain(', toy, ');
  const [{ auditFields }, { schemaFiles }] = await Promise.all([import('../../cli/serve/fields.ts'), import('../../scripts/schemas.ts')]);
  const choices = auditFields('set-generalised').flatMap(({ fields }) => fields.find(({ option }) => option === 'attack')?.choices ?? []);
  expect(choices).toContainEqual({ value: 'toy', label: 'toy: every other one' });
  expect(schemaFiles().get('schema/audit.schema.json')).toContain('"toy"');
});

test('an attack on clusters that is one more row runs by default, before chance', async () => {
  const [{ CLUSTER_ATTACKS }, { plannedReassociations }, { auditRequest }] = await Promise.all([
    import('../../shared/kinds/disassociated/attacks.ts'),
    import('../../shared/kinds/disassociated/attack/attack-cluster.ts'),
    import('../../shared/contracts/audit-request.ts'),
  ]);
  const { learns: _, ...named } = CLUSTER_ATTACKS[1];
  (CLUSTER_ATTACKS as unknown as object[]).push({ ...named, name: 'second', learns: false });
  const { attacks } = plannedReassociations(auditRequest.parse({ release: 'clusters.json' }), []);
  expect(attacks.map(({ name }) => name).slice(-2)).toEqual(['second', 'random']);
});

test('a row that lacks a column is refused by the compiler', () => {
  const { role: _, ...lacking } = ROW;
  // @ts-expect-error without a role
  const row: Attack = lacking;
  expect(row.name).toBe('toy');
});
