import { type Parameters, parametersHash, type TableAttack } from '../../../app/audit/attack/attack-identity.ts';
import type { AttackName, AuditRequest } from '../../../contracts/audit-request.ts';
import type { AttackOptions } from '../../../core/attack/attack.ts';
import { attackNamed } from '../../../core/attack/attacks.ts';

export interface AskedAttack {
  readonly name: AttackName;
  readonly ratio?: number | undefined;
  readonly delta?: number | undefined;
}

/** An attack on tables with its parameters filled in; null when the name is not of one. `scoring` is what made the tables. */
export function tableAttack(request: AuditRequest, asked: AskedAttack, scoring: Parameters, baseline: boolean): TableAttack | null {
  const attack = attackNamed(asked.name);
  if (attack === undefined) return null;
  const ratio = asked.ratio ?? request.ratio;
  const delta = asked.delta ?? request.delta;
  const options: AttackOptions = { seed: request.seed, ratio, ...(delta === undefined ? {} : { delta }) };
  const parameters = { ...Object.fromEntries(attack.takes.map((name) => [name, options[name] ?? null])), ...scoring };
  return {
    name: asked.name,
    version: attack.version,
    parameters,
    parametersHash: parametersHash(parameters),
    baseline,
    run: (table, key) => attack.run(table, { ...options, key }),
  };
}
