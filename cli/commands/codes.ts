import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { type CodeClass, codeFormatOf, readCodeClasses } from '../../shared/core/codes/code-system.ts';
import { guessEncoding } from '../../shared/core/format/encoding.ts';
import { Fault } from '../../shared/core/format/fault.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { folderName } from '../../shared/core/text/folder-name.ts';
import { grouped } from '../../shared/core/verdict/figure-text.ts';
import type { Options } from '../../shared/kit/option.ts';
import { dropCodes, keepCodes, keptCodes, keptNames } from '../codes/codes-here.ts';
import { type Command, ExitCode, jsonLine, optionHelp, parseOptions } from '../command.ts';

const OPTIONS = {
  name: { type: 'string', value: 'NAME', help: "what the system is called from then on (default: by the file's name)" },
  encoding: { type: 'string', value: 'NAME', help: 'where the files are not UTF-8: latin1, windows-1252, ...' },
  json: { type: 'boolean', default: false, help: 'what was read, as JSON' },
} as const satisfies Options;

const help = `unveil codes: the meaning of codes, from official distributions

Usage: unveil codes add FILE [FILE ...] [--name NAME] [--encoding NAME]
       unveil codes list
       unveil codes remove NAME

What is added is kept on this machine. From then on codes in a file are recognised and labelled by "unveil look", "unveil audit" and
"unveil FILE" without an option, and their chapters, blocks and categories are a hierarchy:
"unveil anonymise --method km --hierarchy codes:NAME", or "--method coat --utility codes:NAME".

FILE is one of
  the CDC's order file of ICD-10-CM (icd10cm-order-2025.txt), or its list of codes and titles
  ClaML, as the WHO and the BfArM publish ICD-10 and OPS (.xml)
  the BfArM's metadata (icd10gm2025syst_kodes.txt, with ..._gruppen.txt and ..._kapitel.txt for blocks and chapters)

${optionHelp(OPTIONS)}`;

export const command: Command = {
  help,
  options: OPTIONS,
  actions: ['add', 'list', 'remove'],
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const [action, ...files] = positionals;
    if (action === 'add') {
      const [first] = files;
      if (first === undefined) throw new BadInput('name the file: unveil codes add icd10cm-order-2025.txt');
      const name =
        values.name ??
        folderName(
          basename(first)
            .replace(/\.[a-z]+(?:\.gz)?$/i, '')
            .replace(/syst_.*$/, ''),
        );
      const classes = await classesOf(files, values.encoding);
      const file = await keepCodes(name, classes);
      const about = { name, ...figuresOf(classes) };
      terminal.out.write(values.json ? jsonLine({ ...about, file }) : `${lineOf(about)}\nkept in ${file}\n`);
      return ExitCode.done;
    }
    if (action === 'list' && files.length === 0) {
      const names = keptNames();
      if (names.length === 0 && !values.json) terminal.out.write('no code system was added yet; "unveil codes --help" explains how\n');
      for (const name of names) {
        const about = { name, ...figuresOf(keptCodes(name).classes) };
        terminal.out.write(values.json ? jsonLine(about) : `${lineOf(about)}\n`);
      }
      return ExitCode.done;
    }
    const [name, ...more] = files;
    if (action === 'remove' && name !== undefined && more.length === 0) {
      dropCodes(name);
      terminal.out.write(values.json ? jsonLine({ removed: name }) : `removed the code system "${name}"\n`);
      return ExitCode.done;
    }
    throw new BadInput('say what to do: codes add FILE, codes list or codes remove NAME');
  },
};

async function classesOf(files: readonly string[], encoding: string | undefined): Promise<CodeClass[]> {
  const read = [];
  for (const file of files) {
    const text = await textOf(file, encoding);
    const format = codeFormatOf(text.slice(0, 65_536));
    if (format === null)
      throw new BadInput('no distribution of codes that is known: an order file of the CDC, ClaML, or metadata of the BfArM', { file });
    read.push({ text, format });
  }
  try {
    const classes = readCodeClasses(read);
    if (!classes.some(({ parent }) => parent !== null))
      throw new BadInput('this file holds chapters or blocks alone; add the file of codes with it', { file: files[0] });
    return classes;
  } catch (error) {
    if (error instanceof Fault) throw new BadInput(error.message, { file: files[0] }, { cause: error });
    throw error;
  }
}

/** ClaML is XML, which no release is: the file is read as it stands. */
async function textOf(file: string, encoding: string | undefined): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await fileBytes(file)) pieces.push(piece);
  const raw = Buffer.concat(pieces);
  const bytes = raw[0] === 0x1f && raw[1] === 0x8b ? gunzipSync(raw, { maxOutputLength: LONGEST }) : raw;
  return new TextDecoder(encoding ?? guessEncoding(bytes) ?? 'utf-8').decode(bytes);
}

/** No distribution comes near: ICD-11 in ClaML is 100 MB. */
const LONGEST = 500_000_000;

const figuresOf = (classes: readonly CodeClass[]) => ({
  codes: classes.filter(({ code }) => /^[A-Z0-9]+$/.test(code) && /\d/.test(code)).length,
  tops: classes.filter(({ parent }) => parent === null).length,
});

const lineOf = ({ name, codes, tops }: { name: string; codes: number; tops: number }): string =>
  `${name}: ${grouped(codes)} codes in ${tops} chapters`;
