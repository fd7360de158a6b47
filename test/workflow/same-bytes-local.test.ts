// Locally generalised releases, with what goes with what asked of a source.
import { sameBytesInBothHomes } from '../helpers/both-homes.ts';
import { madeRelease } from '../helpers/made-release.ts';

const VISITS = 'examples/clinic/original.txt';

sameBytesInBothHomes(
  { local: (folder) => madeRelease(folder, VISITS, ['--method', 'local', '--hierarchy', 'degree:6', '--k', '4']) },
  {
    beside: ['attacked.jsonl'],
  },
);
