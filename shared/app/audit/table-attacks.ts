import type { AttackName, AuditRequest } from '../../contracts/audit-request.ts';
import type { AttackOptions } from '../../core/attack/attack.ts';
import { attackNamed } from '../../core/attack/attacks.ts';
import { type PlannedAttack, parametersHash } from './planned-attack.ts';

/** What chance undoes: run beside every audit, whether asked for or not. */
const BASELINES: readonly AttackName[] = ['random', 'blind'];

const DEFAULT_ATTACKS: readonly AttackName[] = ['rba-normalised', 'rba', 'gba-normalised', 'gba', 'wba', 'tba', 'mda'];

/** The attacks of a request on the tables of a set-generalised release: the baselines, then those asked for, in their order. */
export function plannedAttacks(request: AuditRequest): PlannedAttack[] {
  const asked = (request.attacks ?? DEFAULT_ATTACKS).map((attack) => (typeof attack === 'string' ? { name: attack } : attack));
  const wanted = asked.filter(({ name }) => !BASELINES.includes(name));
  return [...BASELINES.map((name) => ({ name })), ...wanted].map((each) => planned(request, each));
}

function planned(
  request: AuditRequest,
  asked: { readonly name: AttackName; readonly ratio?: number | undefined; readonly delta?: number | undefined },
): PlannedAttack {
  const attack = attackNamed(asked.name);
  if (attack === undefined) throw new Error(`the attack ${asked.name} is not on tables`);
  const ratio = asked.ratio ?? request.ratio;
  const delta = asked.delta ?? request.delta;
  const options: AttackOptions = { seed: request.seed, ratio, ...(delta === undefined ? {} : { delta }) };
  const parameters = Object.fromEntries(attack.takes.map((name) => [name, options[name] ?? null]));
  return {
    name: asked.name,
    version: attack.version,
    parameters,
    parametersHash: parametersHash(parameters),
    baseline: BASELINES.includes(asked.name),
    run: (table, key) => attack.run(table, { ...options, key }),
  };
}
