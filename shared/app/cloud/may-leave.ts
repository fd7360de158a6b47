import { BadInput } from '../../core/model/bad-input.ts';

/** Terms leave only where the request and the stack both say so. */
export function mustBeAllowed(spec: string, byRequest: readonly string[], byStack: readonly string[]): void {
  if (!byRequest.includes(spec)) {
    throw new BadInput(
      `the source "${spec}" would send terms of this release away: allow it in the request ("egress": {"allow": ["${spec}"]})`,
    );
  }
  if (!byStack.includes(spec)) throw new BadInput(`this stack does not allow the live source "${spec}" (cdk.json: unveil.egress)`);
}
