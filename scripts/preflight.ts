// npm run cloud:preflight: what a new AWS account would refuse of the stacks as cdk.json has them, from their templates alone.
import { synthesise } from '../cloud-local/synth.ts';
import { heldAgainstQuotas, QUOTAS, type QuotaUse } from '../infra/new-account.ts';

const held = synthesise().stacks.flatMap(({ stackName, template }) => heldAgainstQuotas(stackName, template as object));
const over = held.filter(({ value, quota }) => value > quota.most);
for (const quota of Object.values(QUOTAS)) {
  const greatest = held
    .filter((each) => each.quota === quota)
    .reduce<QuotaUse | null>((most, each) => (most === null || each.value > most.value ? each : most), null);
  if (greatest === null) continue;
  const { value, where } = greatest;
  process.stdout.write(`${value > quota.most ? 'OVER' : 'ok  '} ${quota.what}: ${value} of ${quota.most}, ${where}\n`);
}
for (const { where, quota, value } of over)
  process.stdout.write(`${where}: ${quota.what}: ${value}, more than ${quota.most}: would be refused (${quota.source})\n`);
process.stdout.write(over.length === 0 ? 'a new account would take both stacks\n' : `a new account would refuse ${over.length} things\n`);
process.exit(over.length === 0 ? 0 : 1);
