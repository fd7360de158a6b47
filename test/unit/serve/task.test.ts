import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lane } from '../../../cli/serve/lane.ts';
import { Task } from '../../../cli/serve/task.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-serve-task-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what goes wrong after a command has ended is said on its page: nobody else would hear it, and the server would end', async () => {
  const task = new Task('audit', folder);
  mkdirSync(task.folder);
  const lane = new Lane(1);
  await new Promise<void>((done) => {
    task.start('Looking at it', ['--version'], lane, () => {
      setImmediate(done);
      throw new SyntaxError('Unterminated string in JSON');
    });
  });
  expect([task.stage, task.problem]).toEqual(['ready', 'It did not work: Unterminated string in JSON']);
  await task.remove();
  expect(await lane.turn(new AbortController().signal)).not.toBeNull();
});
