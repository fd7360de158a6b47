// Groups with sensitive items, with what goes with what asked of a source.
import { sameBytesInBothHomes } from '../helpers/both-homes.ts';
import { madeRelease } from '../helpers/made-release.ts';

const VISITS = 'examples/clinic/original.txt';

sameBytesInBothHomes({
  groups: (folder) => madeRelease(folder, VISITS, ['--method', 'cahd', '--sensitive', 'examples/groups/sensitive.txt', '--p', '6']),
});
