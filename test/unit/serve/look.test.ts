import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookAtFiles } from '../../../cli/serve/audit-task.ts';
import { Lane } from '../../../cli/serve/lane.ts';
import { donePage } from '../../../cli/serve/pages/task.ts';
import { readOtherwise } from '../../../cli/serve/reading.ts';
import type { Site } from '../../../cli/serve/site.ts';
import { Task } from '../../../cli/serve/task.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-serve-look-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a release of a kind that the page has no fields for is named, and no form of another kind is shown', async () => {
  const task = new Task('audit', folder);
  mkdirSync(task.folder);
  writeFileSync(join(task.folder, 'friends.jsonl'), '{"graph":"undirected"}\n{"edge":["a","b"]}\n');
  task.files.set('release', { path: 'friends.jsonl', bytes: 1 });
  lookAtFiles(task, { looking: new Lane(1) } as Site);
  while (task.stage === 'busy') await new Promise((resolve) => setTimeout(resolve, 20));
  expect([task.look, task.problem]).toEqual([null, expect.stringContaining('a release of the kind graph: it begins with "graph"')]);
});

test('columns of a table of people beside the column of ids: that one names a person; beside columns of items it is asked which', async () => {
  const site = { looking: new Lane(1) } as Site;
  const task = new Task('audit', folder);
  mkdirSync(task.folder, { recursive: true });
  writeFileSync(join(task.folder, 'people.csv'), 'Patient;PLZ;Diagnose\nP1;130;flu\nP2;130;gout\n');
  task.files.set('release', { path: 'people.csv', bytes: 1 });
  readOtherwise(task, new URLSearchParams({ id: 'Patient', quasi: 'PLZ', sensitive: 'Diagnose' }), site);
  while (task.stage === 'busy') await new Promise((resolve) => setTimeout(resolve, 20));
  expect([task.problem, task.columns]).toEqual([null, ['--quasi=PLZ', '--sensitive=Diagnose', '--id=Patient']]);
  expect(task.look?.facts).toContainEqual({ label: 'Column Patient', value: 'identifier, word, 2 distinct' });
  expect(() => readOtherwise(task, new URLSearchParams({ items: 'Diagnose', quasi: 'PLZ' }), site)).toThrow('leave the others empty');
});

test('each thing that could not be said stands in a paragraph of its own', () => {
  const out =
    'Some of it.\n\nminimality (a) is not computable: an external\ntable is needed\ntemporal is not computable: a release is needed\n';
  const task = new Task('audit', folder);
  task.outcome = { out, err: '', status: 0, folder, kept: false };
  const page = donePage({ base: '/t', task, files: [], results: '', name: 'r', words: '' }).text;
  expect(page).toContain('<p>minimality (a) is not computable: an external table is needed</p><p>temporal');
});
