import { plural } from '../../../app/audit/publish/text.ts';
import { grouped } from '../../../core/findings/figure-text.ts';
import { isHidden, isKept, type SanitisedDocument } from '../../../core/sanitise/sanitised-file.ts';

/** How often a term was hidden in the texts, behind nodes or by taking it out, and how often one stands as it was. */
export function termTotals(documents: readonly SanitisedDocument[]): { hidden: number; kept: number; behindNodes: boolean } {
  const pieces = documents.flatMap(({ text }) => text.filter((piece) => typeof piece !== 'string'));
  const kept = pieces.reduce((count, piece) => count + (isKept(piece) ? 1 : 0), 0);
  return { hidden: pieces.length - kept, kept, behindNodes: pieces.some(isHidden) };
}

/** A claim speaks of what is hidden alone; what anybody can read belongs beside it. Null where no term stands. */
export function standingSaid(documents: readonly SanitisedDocument[]): string | null {
  const { hidden, kept } = termTotals(documents);
  if (kept === 0) return null;
  return `${grouped(hidden)} of ${plural(hidden + kept, 'term')} ${hidden === 1 ? 'is' : 'are'} hidden; ${grouped(kept)} ${kept === 1 ? 'stands as it was, as does' : 'stand as they were, as do'} every name and number that is no marked term`;
}
