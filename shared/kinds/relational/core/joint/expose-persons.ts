import type { Exposure } from '../../../../core/people/exposure.ts';
import type { External } from '../assess/link-findings.ts';
import type { Linked } from '../attack/linking.ts';
import { probabilityOf, reaches } from '../attack/posterior.ts';
import type { Sensitive } from '../model/classes.ts';
import type { Believed } from './model.ts';

/** The surest value of each person of the register. `most`: the surest that anybody is named whose value is not certain. */
export function exposePersons(
  own: Believed,
  { name, values, codes }: Sensitive,
  { table, recordOf }: External,
  { harmful, most }: { readonly harmful: readonly number[]; readonly most: number },
  { left, right, partners }: Linked,
): Exposure[] {
  return Array.from({ length: table.rows }, (_, person): Exposure | null => {
    const posterior = own.of(person);
    if (posterior === null) return null;
    const code = posterior.codes[0];
    const truth = codes[recordOf?.[person] ?? -1] ?? -1;
    const group = left.of[person];
    return {
      person,
      id: null,
      // People of one class stand and fall together.
      unit: partners[group][0] ?? right.count + group,
      target: `${name}: ${values[code]}`,
      probability: reaches(posterior, 1) ? 1 : Math.min(most, probabilityOf(posterior, code)),
      without: null,
      decision: 'named',
      truth: truth < 0 ? null : truth === code,
      betrayedBy: null,
      isProtected: harmful.includes(code),
    };
  }).filter((each) => each !== null);
}
