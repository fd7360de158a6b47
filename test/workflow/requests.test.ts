// Counted S3 requests of an audit, against the estimate.
import { readFileSync } from 'node:fs';
import { estimate } from '../../cli/cloud/estimate.ts';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import { dropInto } from '../helpers/both-homes.ts';
import { cloudWithWordnet } from '../helpers/cloud.ts';

let cloud: LocalCloud;
beforeAll(async () => {
  cloud = await cloudWithWordnet();
}, 300_000);
afterAll(() => cloud.stop());

test.each([
  ['clinic', 'examples/clinic/release.txt', 'examples/clinic/original.txt'],
  ['hospital', 'examples/hospital/release.txt', null],
])('the estimate of the %s is within a tenth of the requests that are counted', async (name, release, original) => {
  let counted = 0;
  const given = original === null ? {} : { original: ['original.txt', readFileSync(original, 'utf8')] as const };
  const key = await dropInto(cloud, name, { name, release: ['release.txt', readFileSync(release, 'utf8')], ...given, request: {} });
  cloud.server?.setFault(({ bucket }) => {
    // An index is read once by each function, for whatever audit.
    if (bucket !== cloud.environment['ASSETS_BUCKET']) counted += 1;
    return undefined;
  });
  await cloud.deliver(key);
  expect(await cloud.settle()).toHaveProperty('output');
  cloud.server?.setFault(undefined);
  const { figures } = await estimate(release, 0, original !== null);
  const said = Number.parseInt(figures.services.find(({ service }) => service === 'S3')?.how ?? '', 10);
  expect([said, counted, Math.abs(said - counted) <= 0.1 * counted]).toEqual([said, counted, true]);
});
