// Sanitised texts: what is guessed of a text is decided after all texts are related.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sameBytesInBothHomes } from '../helpers/both-homes.ts';
import { said } from '../helpers/said.ts';

async function unveil(...argv: string[]): Promise<void> {
  expect(await said(...argv)).toMatchObject({ status: 0, err: '' });
}

const sanitised =
  (method: string, ...options: string[]) =>
  async (folder: string) => {
    const made = join(folder, method);
    await unveil('anonymise', 'examples/texts/notes.jsonl', '--method', method, ...options, '--out', made);
    const file = (name: string): readonly [string, string] => [name, readFileSync(join(made, name), 'utf8')];
    const { external } = JSON.parse(file('audit.json')[1]);
    return {
      release: file('release.jsonl'),
      original: file('original.jsonl'),
      ...(external === undefined ? {} : { beside: Object.fromEntries([file(external)]) }),
      request: external === undefined ? {} : { external },
    };
  };

sameBytesInBothHomes({
  't-plausible': sanitised('t-plausible', '--t', '20', '--hierarchy', 'examples/texts/tree.json'),
  'k-safe': sanitised('k-safe', '--k', '3', '--contexts', 'examples/texts/contexts.json'),
  'k-confusable': async (folder) => {
    const topics = join(folder, 'labelled.jsonl');
    await unveil('generate', '--notes', '600', '--seed', 'labelled', '--out', topics);
    return sanitised('k-confusable', '--k', '2', '--sensitive', 'examples/texts/sensitive.txt', '--topics', topics)(folder);
  },
});
