import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { plural } from '../../shared/app/audit/publish/text.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { PlacesReader } from '../../shared/core/places/places-file.ts';
import { claimsHold } from '../../shared/core/verdict/claim.ts';
import { countedRegions, placesClaims } from '../../shared/kinds/places/check/check-places.ts';
import { mustAgree, positionsOnly, readPlaces, regionsOnly } from '../../shared/kinds/places/read/open.ts';
import { tellsPlaces } from '../../shared/kinds/places/tells.ts';
import { ExitCode } from '../command.ts';
import type { StructureCheck } from './structure-check.ts';

/** k users inside each region (plain), k users publish it (strict). */
export const checkPlaces: StructureCheck = {
  tells: tellsPlaces,
  async run({ name, bytes }, { k: asked, original, json, most }, terminal) {
    const reader = new PlacesReader(name);
    for await (const piece of bytes) reader.push(piece);
    const release = regionsOnly(reader.end(), name);
    const k = asked ?? release.header.k;
    if (k === null) throw new BadInput('say what is claimed: --k 3', { file: name });
    const positions = original === null ? null : positionsOnly(await readPlaces(original, gunzip), original.name);
    if (positions !== null) mustAgree(positions.header, release.header, original?.name ?? '');
    const regions = countedRegions(release, positions);
    const thin = regions.filter(({ publishers }) => publishers < k);
    const empty = regions.filter(({ inside }) => inside !== null && inside < k);
    const strict = release.header.method === 'strict';
    const holds = claimsHold(placesClaims(release.header, k, regions)) !== false;
    const sorts = [
      { what: 'published by', of: 'publishers', found: thin },
      { what: 'holding', of: 'inside', found: empty },
    ] as const;
    if (json) {
      for (const { of, found } of sorts)
        for (const { time, cell, publishers, inside } of found)
          terminal.out.write(
            `${JSON.stringify({ rule: of, time, region: [cell.level, cell.column, cell.row], publishers, inside, wanted: k })}\n`,
          );
      return holds ? ExitCode.done : ExitCode.claimFalse;
    }
    for (const { what, of, found } of sorts) {
      if (found.length === 0) continue;
      terminal.out.write(`${plural(found.length, 'region')} ${what} fewer than ${k} users\n`);
      for (const each of found.slice(0, most))
        terminal.out.write(`  time ${each.time}, cell ${each.cell.column},${each.cell.row} of level ${each.cell.level}: ${each[of]}\n`);
      if (found.length > most) terminal.out.write(`  ... and ${found.length - most} more (--all, --json)\n`);
    }
    const plain = positions === null ? 'not looked at without --original' : empty.length === 0 ? 'yes' : 'NO';
    terminal.out.write(
      `${name}: ${plural(regions.length, 'region')}: ${k} users inside each: ${plain}; ${k} users publish each: ${thin.length === 0 ? 'yes' : 'NO'}${thin.length > 0 && !strict && holds ? ' (not claimed of this release; who knows the method may find them)' : ''}\n`,
    );
    return holds ? ExitCode.done : ExitCode.claimFalse;
  },
};
