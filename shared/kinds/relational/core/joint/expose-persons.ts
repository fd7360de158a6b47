import type { Exposure } from '../../../../core/people/exposure.ts';
import type { External } from '../assess/link-findings.ts';
import type { Linked } from '../attack/linking.ts';
import { reaches } from '../attack/posterior.ts';
import type { Sensitive } from '../model/classes.ts';
import type { Believed } from './model.ts';

/**
 * The surest value of each person of the register. `most`: the surest that the columns make anybody, by practice; what is known `without` them is
 * not held back, else a release that nothing can be practised on would look safe.
 */
export function exposePersons(
  own: Believed,
  { name, values, codes }: Sensitive,
  { table, recordOf }: External,
  { harmful, most, without }: { readonly harmful: readonly number[]; readonly most: number; without(): Believed },
  { left, right, partners }: Linked,
): Exposure[] {
  let less: Believed | null = null;
  const surestOf = (person: number): { readonly code: number; readonly p: number } | null => {
    const posterior = own.of(person);
    if (posterior === null) return null;
    const [code, p] = [posterior.codes[0], posterior.shares[0]];
    if (p <= most || reaches(posterior, 1)) return { code, p: reaches(posterior, 1) ? 1 : p };
    less ??= without();
    const plain = less.of(person);
    return plain !== null && plain.shares[0] > most ? { code: plain.codes[0], p: Math.min(1, plain.shares[0]) } : { code, p: most };
  };
  return Array.from({ length: table.rows }, (_, person): Exposure | null => {
    const surest = surestOf(person);
    if (surest === null) return null;
    const { code, p } = surest;
    const truth = codes[recordOf?.[person] ?? -1] ?? -1;
    const group = left.of[person];
    return {
      person,
      id: null,
      // People of one class stand and fall together.
      unit: partners[group][0] ?? right.count + group,
      target: `${name}: ${values[code]}`,
      probability: p,
      without: null,
      decision: 'named',
      truth: truth < 0 ? null : truth === code,
      betrayedBy: null,
      isProtected: harmful.includes(code),
    };
  }).filter((each) => each !== null);
}
