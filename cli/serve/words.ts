import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { FieldGroup } from './fields.ts';

/** Input by option: without empty and unknown fields, and with offered choices only. */
export type Filled = ReadonlyMap<string, readonly string[]>;

export function filledIn(groups: readonly FieldGroup[], form: URLSearchParams): Filled {
  const filled = new Map<string, readonly string[]>();
  for (const { option, label, input, choices } of groups.flatMap(({ fields }) => fields)) {
    const values = form
      .getAll(option)
      .map((value) => value.trim())
      .filter((value) => value !== '');
    if (values.length === 0) continue;
    const offered = choices?.filter(({ disabled }) => disabled !== true).map(({ value }) => value);
    if (offered !== undefined && !values.every((value) => offered.includes(value))) throw new BadInput(`${label}: this is not offered`);
    filled.set(option, input === 'several' ? values : values.slice(0, 1));
  }
  return filled;
}

/** The same as words of the command line. Each value is one word with its option, so that none is read as another option. */
export function wordsOf(groups: readonly FieldGroup[], filled: Filled): string[] {
  return groups
    .flatMap(({ fields }) => fields)
    .flatMap(({ option, input }) => {
      const values = filled.get(option);
      if (values === undefined) return [];
      return input === 'check' ? [`--${option}`] : [`--${option}=${values.join(',')}`];
    });
}
