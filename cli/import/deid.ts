import { join } from 'node:path';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { mayWrite, writeAtomically } from '../write-atomically.ts';
import { unzip } from './unzip.ts';

const ROLES: Readonly<Record<string, string>> = {
  IDENTIFYING_ATTRIBUTE: 'identifier',
  QUASI_IDENTIFYING_ATTRIBUTE: 'quasi',
  SENSITIVE_ATTRIBUTE: 'sensitive',
  INSENSITIVE_ATTRIBUTE: 'other',
};
const NUMBERS = ['Integer', 'Decimal'];

/**
 * A project file of ARX (`.deid`, a zip of CSV and XML) as a folder: the data, its hierarchies, roles.json with the privacy models as the claim, and an
 * audit.json where ARX's output is in the project.
 */
export async function importProject(input: string, out: string, force: boolean) {
  const pieces: Uint8Array[] = [];
  for await (const piece of await fileBytes(input)) pieces.push(piece);
  const project = unzip(Buffer.concat(pieces), input);
  const textOf = (name: string): string | null => project.get(name)?.().toString('utf8') ?? null;
  const made = textOf('data/output.csv');
  const original = textOf('data/input.csv');
  // The output's definition is that of the release; a project that was not run has the input's only.
  const folder = made !== null && textOf('output/definition.xml') !== null ? 'output/' : 'input/';
  const definition = textOf(`${folder}definition.xml`);
  if (original === null || definition === null)
    throw new BadInput('this is no project of ARX with data in it: data/input.csv and input/definition.xml are missing', { file: input });
  const config = textOf(`${folder}config.xml`) ?? '';
  const separator = element(textOf('project.xml') ?? '', 'separator') || ';';
  const notes: string[] = [];
  const weights = new Map(elements(config, 'attributeWeight').map((each) => [element(each, 'attribute'), Number(element(each, 'weight'))]));
  const columns: Record<string, object> = {};
  const files = new Map<string, string>();
  for (const each of elements(definition, 'assigment')) {
    const name = element(each, 'name');
    const role = ROLES[element(each, 'type').toUpperCase().replaceAll(' ', '_').replaceAll('-', '_')] ?? 'other';
    const ref = element(each, 'ref');
    const hierarchy = ref === '' ? null : textOf(`${folder}${ref}`);
    const path = `hierarchy-${Object.keys(columns).length + 1}.csv`;
    if (hierarchy !== null && role !== 'identifier') files.set(path, withSemicolons(hierarchy, separator));
    const weight = weights.get(name);
    const aggregated = element(each, 'microAggregationFunction');
    const aggregate = made === null || role !== 'quasi' ? undefined : AGGREGATES[aggregated.toUpperCase().replaceAll(' ', '_')];
    columns[name] = {
      role,
      ...(NUMBERS.includes(element(each, 'datatype')) ? { type: 'number' } : { type: 'word' }),
      ...(hierarchy === null || role === 'identifier' ? {} : { hierarchy: path }),
      ...(role === 'quasi' && weight !== undefined && weight > 0 ? { weight } : {}),
      ...(aggregate === undefined ? {} : { aggregate }),
    };
    if (aggregated !== '' && aggregate === undefined)
      notes.push(`"${name}" is aggregated in ARX (${aggregated}): its cells are read as they are`);
  }
  const claim = claimOf(elements(config, 'criterion'), notes);
  files.set('roles.json', `${JSON.stringify({ columns, claim }, null, 2)}\n`);
  files.set('original.csv', original);
  if (made === null) notes.push('the project holds no output of ARX: unveil anonymise makes one of original.csv');
  else {
    files.set('release.csv', made);
    // Suppressed records stay in ARX's output, so the original is in its order.
    const request = { release: 'release.csv', kind: 'relational', roles: 'roles.json', original: 'original.csv' };
    files.set('audit.json', `${JSON.stringify(request, null, 2)}\n`);
  }
  for (const name of files.keys()) mayWrite(join(out, name), force);
  for (const [name, text] of files) await writeAtomically(join(out, name), [text]);
  return { files: [...files.keys()].map((name) => join(out, name)), notes };
}

/** Microaggregation functions of ARX; intervals are read as intervals. */
const AGGREGATES: Readonly<Record<string, 'mean' | 'median' | 'mode'>> = {
  ARITHMETIC_MEAN: 'mean',
  GEOMETRIC_MEAN: 'mean',
  MEDIAN: 'median',
  MODE: 'mode',
};

/** ARX writes hierarchies with the separator of the project; a hierarchy's form has `;`. */
const withSemicolons = (text: string, separator: string): string =>
  separator === ';'
    ? text
    : text.replaceAll(/("(?:[^"]|"")*")|[^"\n]+/g, (part, quoted: string | undefined) =>
        quoted === undefined ? part.replaceAll(separator, ';') : part,
      );

/** ARX's privacy models as a claim. Features that unveil lacks, or has only once, become notes. */
function claimOf(criteria: readonly string[], notes: string[]): object {
  const claim: Record<string, object | number> = {};
  for (const text of criteria) {
    const column = /for attribute '(.*)'/.exec(text)?.[1];
    const columns = column === undefined ? {} : { columns: [column] };
    const [, k] = /^\(?(\d+)\)?-anonymity/.exec(text) ?? [];
    const [, form, l] = /^(?:shannon-)?(distinct|entropy)-([\d.]+)-diversity/.exec(text) ?? [];
    const [, c, m] = /recursive-\(([\d.]+), ?([\d.]+)\)-diversity/.exec(text) ?? [];
    const [, t, distance] = /^\(?([\d.]+)\)?-closeness.*?\b(equal|hierarchical|ordered)/i.exec(text) ?? [];
    const [key, value] =
      k !== undefined
        ? ['k', Number(k)]
        : form !== undefined
          ? ['l', { form, l: Number(l), ...columns }]
          : c !== undefined
            ? ['l', { form: 'recursive', c: Number(c), l: Number(m), ...columns }]
            : t !== undefined
              ? ['t', { distance: distance?.toLowerCase(), t: Number(t), ...columns }]
              : ['', 0];
    if (key === '' || claim[key] !== undefined) notes.push(`not carried over: ${text}`);
    else claim[key] = value as object | number;
  }
  return claim;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The contents of all elements of a name. ARX writes no attributes and no element within one of its own name. */
const elements = (xml: string, name: string): string[] =>
  Array.from(xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g')), ([, content]) => content ?? '').map((content) =>
    content.includes('<') ? content : unescaped(content),
  );

const element = (xml: string, name: string): string => elements(xml, name)[0] ?? '';

const unescaped = (text: string): string =>
  text
    .trim()
    .replaceAll(/&(#x?[0-9a-fA-F]+|\w+);/g, (all, entity: string) =>
      entity.startsWith('#')
        ? String.fromCodePoint(entity[1] === 'x' ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1)))
        : (ENTITIES[entity] ?? all),
    );
