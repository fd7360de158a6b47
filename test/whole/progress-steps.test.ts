import { audit } from '../../cli/index.ts';
import { ownFolder } from '../helpers/one-file-kind.ts';

const at = ownFolder();

test.each([[undefined], [['mda' as const]]])('as many steps are taken as were announced, with attacks %j', async (attacks) => {
  const taken: string[] = [];
  let announced = 0;
  const progress = {
    plan: (steps: number) => {
      announced = steps;
    },
    step: (name: string) => taken.push(name),
    advance: () => {},
    end: () => {},
  };
  await audit({ release: 'examples/hospital/release.txt', attacks }, { out: at(String(attacks)), progress });
  expect([announced, taken.includes('learn')]).toEqual([taken.length, attacks === undefined]);
});
