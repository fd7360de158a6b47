// What takes longest begins first, so that at the end no worker is alone with it: processes, clouds and browsers before arithmetic. Jest's own order
// knows earlier runs of this clone; a fresh clone, as in CI, has none.
import Sequencer from '@jest/test-sequencer';

const ORDER = ['infra', 'browser', 'e2e', 'workflow', 'whole', 'contract', 'property', 'oracle', 'unit'];
const placeOf = ({ path }) => ORDER.findIndex((folder) => path.includes(`/test/${folder}/`));

export default class SlowFirst extends Sequencer {
  sort(tests) {
    // A stable sort: within a folder the order is jest's.
    return super.sort(tests).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
