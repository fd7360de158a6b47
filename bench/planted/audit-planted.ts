import type { SetGeneralisedOutcome } from '../../shared/kinds/set-generalised/publish/finish-audit.ts';
import { type PlantedWish, plantedLeak } from '../../test/oracle/twins/planted-leak.ts';
import { auditRelease } from '../audit-release.ts';

/** The whole audit, as a user runs it, of a release whose leak is known. `seed` of the run is that of the release. */
export function auditPlanted(wish: PlantedWish, withOriginal: boolean): Promise<SetGeneralisedOutcome> {
  const { release, original, source } = plantedLeak(wish);
  return auditRelease(
    { release: release.map(({ items }) => items), original: withOriginal ? original : null },
    { sources: [source], embeddings: null },
    // Items are drawn in any order.
    { attacks: ['calibrated'], seed: wish.seed, context: { order: 'meaningless' } },
  );
}
