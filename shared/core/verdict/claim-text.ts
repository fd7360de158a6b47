import { grouped } from '../findings/figure-text.ts';
import type { Claim } from './claim.ts';

/** A claim that is broken, with its number of violations and one of them. */
export function brokenSentence({ text, scope, violations, example }: Claim): string {
  const times = violations === null ? '' : `: ${grouped(violations)} ${violations === 1 ? 'violation' : 'violations'}`;
  return `The release breaks its guarantee ${text} ${scope}${times}${example === null ? '' : `, such as ${example}`}.`;
}

/** A claim that holds, or was not checked, in words. */
export function claimSentence(claim: Claim): string {
  switch (claim.state) {
    case 'broken':
      return brokenSentence(claim);
    case 'held':
      return `${claim.text} holds ${claim.scope}.`;
    case 'nothing to check':
      return `${claim.text} ${claim.scope}: nothing to check.`;
    case 'not checked':
      return `${claim.text} ${claim.scope} was not checked${claim.example === null ? '' : `: ${claim.example}`}.`;
  }
}
