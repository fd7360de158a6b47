import type { AdviceOutcome } from '../../../app/advise/advise.ts';
import { percent } from '../../../core/findings/figure-text.ts';

/** With fewer transactions an attack that names nobody says little. */
const FEW = 100;

/** What a publisher can do where advice is at its end: nothing could be attacked, nobody is named, or those who are stay so. */
export function remediesOf(
  { people, certainty, reached, reason, mostLoss, isAsGiven }: AdviceOutcome,
  { transactions, k }: { readonly transactions: number; readonly k: number },
): string[] {
  const more = `unveil anonymise with a larger k (here ${k}), or without the items that nobody may know, hides more`;
  if (people === null) {
    const why = reason === null ? '' : `: ${reason}`;
    return [
      `the attack could not be made${why}. Publish more transactions at once, or give it other knowledge (--source, --embeddings glove); until then ${more}, unproved`,
    ];
  }
  if (people === 0) {
    const few = `${transactions} transactions are few to learn from, and each is ${percent(1 / transactions)} of the people: who knows more may name somebody. `;
    const lower = certainty > 0.8 ? 'Ask for less certainty (--target people=0@certainty=0.8), or hide more at once: ' : '';
    return isAsGiven && transactions < FEW ? [`${few}${lower}${more}`] : [];
  }
  if (reached === true || (reached === null && !isAsGiven)) return [];
  return [`${mostLoss === null ? '' : 'to go further allow more loss (--max-loss 2); beyond that '}${more}`];
}
