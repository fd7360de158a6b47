import { BadInput } from '../../shared/core/model/bad-input.ts';

type Given = string | boolean | readonly string[];

export function numeral(given: Given, option: string): number {
  const value = Number(given);
  if (String(given).trim() === '' || !Number.isFinite(value)) throw new BadInput(`${option} takes a number`);
  return value;
}

const listOf = (names: string): string[] => names.split(',').map((name) => name.trim());

/** Of an option that may be given several times, each time with several names. */
export const eachOf = (given: Given): string[] => (given as readonly string[]).flatMap(listOf);

export const columnsGiven = (given: Given): string[] => listOf(String(given));

/** `NAME@URL` or `NAME@bedrock`: a language model at its endpoint. */
export function chatEndpoint(given: Given, option: string): object {
  const [, name, endpoint] = /^(.+?)@(https?:\/\/.+|bedrock)$/s.exec(String(given)) ?? [];
  if (name === undefined)
    throw new BadInput(`${option} is a model and its endpoint: llama3.1@http://127.0.0.1:11434/v1, or amazon.nova-lite-v1:0@bedrock`);
  return { name, endpoint };
}

/**
 * `COLUMN=VALUE xWEIGHT if COLUMN=CELL, COLUMN=CELL`, or `joined`, `left` or `stayed` in the place of the value: what an attacker knows of everybody, or
 * of those with such cells.
 */
export const statements = (given: Given): object[] => (given as readonly string[]).map(statement);

function statement(text: string): object {
  const [, said, conditions] = /^(.+?)(?:\s+if\s+(.+))?$/s.exec(text.trim()) ?? [];
  const where = (conditions === undefined ? [] : conditions.split(/,\s*(?=[^,=]+=)/)).map((each) => /^([^=]+)=(.*)$/s.exec(each));
  const cells = Object.fromEntries(where.map((each) => [String(each?.[1]).trim(), String(each?.[2]).trim()] as const));
  if (!where.includes(null) && /^(?:joined|left|stayed)$/.test(said ?? '')) return { moved: said !== 'stayed', where: cells };
  const [, column, value, weight] = /^([^=]+)=(.*?)\s+x(\d+(?:\.\d+)?)$/s.exec(said ?? '') ?? [];
  if (column === undefined || value === undefined || where.includes(null))
    throw new BadInput(
      '--knows is "COLUMN=VALUE xWEIGHT", of all or of some: "disease=ovarian cancer x0 if sex=M"; x0 rules it out, x2: twice as likely. Of an earlier or later release: "joined if name=Umeko", or left, or stayed',
    );
  return { column: column.trim(), value, weight: Number(weight), where: cells };
}

/** `FILE=RELATION`: another release, and what it is to this one. */
export function otherRelease(given: Given): object {
  const [, file, relation] = /^(.+)=([a-z-]+)$/s.exec(String(given)) ?? [];
  if (file === undefined || relation === undefined)
    throw new BadInput('--other-release is a file and what it is: FILE=same-people, FILE=earlier, FILE=later or FILE=other-holder');
  return { file, relation };
}

export function limits(given: Given): readonly string[] {
  const asked = given as readonly string[];
  if (asked.filter((limit) => limit.startsWith('recall=')).length > 1)
    throw new BadInput('one limit on recall at a time: the attack that it judges decides at one precision');
  return asked;
}

/** Parquet is always written. */
export function outputFormat(given: Given): object | undefined {
  if (!['json', 'csv', 'parquet'].includes(String(given))) throw new BadInput('--format is json, csv or parquet');
  return given === 'parquet' ? undefined : { [String(given)]: true };
}

/** An option of earlier versions: the one value that still holds is taken, for others the message says what to write in their place. */
export const goneUnless =
  (kept: string, instead: string) =>
  (given: Given): undefined => {
    if (given !== kept) throw new BadInput(instead);
  };
