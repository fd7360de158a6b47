import { claimsHold } from '../../shared/core/verdict/claim.ts';
import type { Kind, Outcome } from '../../shared/kinds/kind.ts';
import { ExitCode, type Terminal } from '../command.ts';

/** Says what an audit found, and answers with what it exits. */
export function conclude(
  { kind, outcome, folder }: { readonly kind: Kind; readonly outcome: Outcome; readonly folder: string },
  json: boolean,
  { out, err }: Terminal,
): ExitCode {
  out.write(json ? kind.machineSummary(outcome, folder) : kind.summary(outcome, folder));
  const {
    errored,
    conclusion: { claims, gate },
  } = outcome;
  if (gate !== null) err.write(`${gate.message}\n`);
  if (errored) return ExitCode.failure;
  if (claimsHold(claims) === false) return ExitCode.claimFalse;
  return gate === null || gate.open ? ExitCode.done : ExitCode.gateClosed;
}
