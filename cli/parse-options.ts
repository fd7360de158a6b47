import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BadInput } from '../shared/core/model/bad-input.ts';

/** The words of a command by node:util; an option that takes one value and is given twice is refused, where parseArgs takes the last in silence. */
export function parseOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  const { tokens = [] } = parseArgs({ ...config, strict: false, tokens: true });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option' || config.options?.[token.name]?.multiple === true) continue;
    if (seen.has(token.name)) throw new BadInput(`${token.rawName} is given twice; it takes one value`);
    seen.add(token.name);
  }
  return parseArgs(config);
}
