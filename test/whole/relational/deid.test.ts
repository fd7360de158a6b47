// A project of ARX becomes a folder that check and audit read; what unveil does not have is said.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { said } from '../../helpers/said.ts';

let folder = '';
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-deid-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A zip as Java writes one: deflated, sizes behind the data. */
function zipped(files: Readonly<Record<string, string>>): Buffer {
  const numbers = (...each: readonly (readonly [value: number, bytes: number])[]): Buffer =>
    Buffer.concat(
      each.map(([value, bytes]) => {
        const part = Buffer.alloc(bytes);
        part.writeUIntLE(value, 0, bytes);
        return part;
      }),
    );
  const [pieces, directory]: [Buffer[], Buffer[]] = [[], []];
  let begin = 0;
  for (const [name, text] of Object.entries(files)) {
    const [data, bytes] = [deflateRawSync(text), Buffer.from(name)];
    const head = numbers([0x04034b50, 4], [20, 2], [8, 2], [8, 2], [0, 4], [0, 4], [0, 4], [0, 4], [bytes.length, 2], [0, 2]);
    const tail = numbers([0x08074b50, 4], [crc32(text), 4], [data.length, 4], [text.length, 4]);
    pieces.push(head, bytes, data, tail);
    directory.push(
      numbers([0x02014b50, 4], [20, 2], [20, 2], [8, 2], [8, 2], [0, 4], [crc32(text), 4], [data.length, 4], [text.length, 4]),
      numbers([bytes.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [begin, 4]),
      bytes,
    );
    begin += head.length + bytes.length + data.length + tail.length;
  }
  const list = Buffer.concat(directory);
  const count = Object.keys(files).length;
  return Buffer.concat([...pieces, list, numbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [list.length, 4], [begin, 4], [0, 2])]);
}

const column = (name: string, type: string, datatype: string, ref: string): string =>
  `<assigment><name>${name}</name><type>${type}</type><datatype>${datatype}</datatype>${ref === '' ? '' : `<ref>hierarchies/${ref}.csv</ref>`}</assigment>`;
const definition = `<definition>
${column('name', 'IDENTIFYING_ATTRIBUTE', 'String', '')}
${column('age', 'QUASI_IDENTIFYING_ATTRIBUTE', 'Integer', 'age')}
${column('zip &amp; place', 'QUASI_IDENTIFYING_ATTRIBUTE', 'String', 'zip & place')}
${column('disease', 'SENSITIVE_ATTRIBUTE', 'String', '')}
</definition>`;
const criteria = ['2-anonymity', "distinct-2-diversity for attribute 'disease'", 'k-map with a population'];
const config = `<config><attributeWeights><attributeWeight><attribute>age</attribute><weight>0.75</weight></attributeWeight></attributeWeights>
<criteria>${criteria.map((each) => `<criterion>${each}</criterion>`).join('')}</criteria></config>`;
const project = {
  'project.xml': '<project><separator>,</separator></project>',
  'data/input.csv': 'name,age,zip & place,disease\nAnn,31,130,flu\nBob,39,131,gout\nCy,52,130,flu\nDi,58,131,gout\n',
  'data/output.csv': 'name,age,zip & place,disease\n*,30-39,*,flu\n*,30-39,*,gout\n*,50-59,*,flu\n*,50-59,*,gout\n',
  'input/definition.xml': definition,
  'output/definition.xml': definition,
  'output/config.xml': config,
  'output/hierarchies/age.csv': '31,30-39,*\n39,30-39,*\n52,50-59,*\n58,50-59,*\n',
  'output/hierarchies/zip & place.csv': '130,*\n131,*\n',
};

test('roles, hierarchies, weights and claims are those of the project, and the audit runs', async () => {
  writeFileSync(at('project.deid'), zipped(project));
  const imported = await said('import', at('project.deid'), '--out', at('made'));
  expect(imported).toMatchObject({ status: 0 });
  expect(imported.out + imported.err).toContain('not carried over: k-map with a population');
  expect(JSON.parse(readFileSync(at('made/roles.json'), 'utf8'))).toEqual({
    columns: {
      name: { role: 'identifier', type: 'word' },
      age: { role: 'quasi', type: 'number', hierarchy: 'hierarchy-2.csv', weight: 0.75 },
      'zip & place': { role: 'quasi', type: 'word', hierarchy: 'hierarchy-3.csv' },
      disease: { role: 'sensitive', type: 'word' },
    },
    claim: { k: 2, l: { form: 'distinct', l: 2, columns: ['disease'] } },
  });
  const check = await said('check', at('made/release.csv'), '--roles', at('made/roles.json'));
  expect(check.status).toBe(0);
  expect(check.out).toContain('claimed: 2-anonymity: holds');
  expect((await said('audit', at('made/audit.json'), '--out', at('out'))).status).toBe(0);
  expect((await said('import', at('project.deid'), '--out', at('made'))).status).toBe(2);
});

test('columns that ARX aggregated are centres of their groups: k holds, and cells need be in no hierarchy', async () => {
  const mean = definition.replace(
    '<name>age</name>',
    '<name>age</name><microAggregationFunction>Arithmetic mean</microAggregationFunction>',
  );
  const output = 'name,age,zip & place,disease\n*,35,*,flu\n*,35,*,gout\n*,55,*,flu\n*,55,*,gout\n';
  writeFileSync(at('means.deid'), zipped({ ...project, 'output/definition.xml': mean, 'data/output.csv': output }));
  expect(await said('import', at('means.deid'), '--out', at('means'))).toMatchObject({ status: 0 });
  expect(JSON.parse(readFileSync(at('means/roles.json'), 'utf8')).columns.age).toMatchObject({ aggregate: 'mean' });
  expect((await said('check', at('means/release.csv'), '--roles', at('means/roles.json'))).out).toContain('claimed: 2-anonymity: holds');
});

test('a project that was not run has no release; another file is no project', async () => {
  const { 'data/output.csv': _, ...unrun } = project;
  const input = Object.fromEntries(Object.entries(unrun).map(([name, text]) => [name.replace('output/', 'input/'), text]));
  writeFileSync(at('project.deid'), zipped(input));
  const imported = await said('import', at('project.deid'), '--out', at('made'));
  expect(imported.out + imported.err).toContain('holds no output of ARX');
  for (const bytes of [
    Buffer.from('age,zip\n1,2\n'),
    zipped({ 'a.txt': 'b' }),
    zipped(project).subarray(0, 900),
    zipped(project).subarray(300),
  ]) {
    writeFileSync(at('other.deid'), bytes);
    expect((await said('import', at('other.deid'), '--out', at('other'))).status).toBe(2);
  }
});
