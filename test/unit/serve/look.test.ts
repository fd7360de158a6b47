import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookAtFiles } from '../../../cli/serve/audit-task.ts';
import { Lane } from '../../../cli/serve/lane.ts';
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
