import { stillSaid } from './hide-terms.ts';
import { makeConfusable, posterior, type Topics } from './k-confusability.ts';
import { type Contexts, makeDocumentSafe } from './k-safety.ts';
import { type Gap, keptTerms, type TextPiece } from './sanitised-file.ts';

/** A text from which terms were taken, wherever they stood, and which they were. */
export interface RemovedFrom {
  readonly text: readonly TextPiece[];
  readonly removed: readonly string[];
}

const GAP: Gap = { gap: true };
const TIE = 1e-9;

/** Takes terms out, and every longer term in which one could still be read ("liver" in "liver cancer"). */
function removeTerms(text: readonly TextPiece[], terms: readonly string[]): RemovedFrom {
  const removed = new Set(terms);
  for (;;) {
    const left = text.map((piece) => (typeof piece !== 'string' && 'term' in piece && removed.has(piece.term) ? GAP : piece));
    const said = stillSaid(left, removed).filter((term) => term !== '');
    if (said.length === 0) return { text: left, removed: [...removed] };
    for (const term of said) removed.add(term);
  }
}

/** The fewest terms out, so that k others cover each protected entity (k-safety.ts). */
export function removeUntilSafe(
  text: readonly TextPiece[],
  contexts: Contexts,
  protectedEntities: readonly string[],
  k: number,
): RemovedFrom {
  return removeTerms(text, makeDocumentSafe(contexts, new Set(keptTerms(text)), protectedEntities, k).removed);
}

/**
 * Terms out until k - 1 other topics are as probable as each sensitive one (k-confusability.ts), the most probable first; what is done for one may
 * undo what was done for another, so until all hold. The state says that a text has no way.
 */
export function removeUntilConfusable(
  text: readonly TextPiece[],
  topics: Topics,
  sensitive: readonly string[],
  k: number,
): RemovedFrom | 'not possible' | 'not found' {
  let made: RemovedFrom = { text, removed: [] };
  for (;;) {
    const left = keptTerms(made.text);
    const likely = posterior(topics, left);
    const [open] = sensitive
      .filter((topic) => {
        const own = likely.get(topic) as number;
        return [...likely].filter(([name, each]) => name !== topic && each >= own - TIE).length < k - 1;
      })
      .sort((a, b) => (likely.get(b) as number) - (likely.get(a) as number));
    if (open === undefined) return made;
    const { removed, state } = makeConfusable(topics, open, left, k);
    // Nothing more to take, and still not so: rounding at a tie.
    if (removed === null || removed.length === 0) return state === 'not possible' ? state : 'not found';
    made = removeTerms(text, [...made.removed, ...removed]);
  }
}
