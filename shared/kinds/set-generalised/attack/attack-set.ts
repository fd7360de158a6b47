import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { GateLimit } from '../../../contracts/gate-policy.ts';
import type { AttackOptions, AttackRow } from '../../../core/attack/attack.ts';
import { attackNamed } from '../../../core/attack/attacks.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { type AttackIdentity, type Parameters, parametersHash, type TableAttack } from '../../../kit/attack/attack-identity.ts';
import { CHANCE_ATTACKS, LEARNED_ATTACKS, type LearnedAttack, SET_ATTACKS } from '../attacks.ts';
import type { DecisionKind } from '../core/calibrated/decide.ts';
import { precisionOf } from '../learn/calibrated-attack.ts';

/** The attack that a limit judges: recall by default the one that decides at the limit's precision; people all attacks, and so the strongest. */
export const judgedBy = (limit: GateLimit): string => ('recall' in limit ? (limit.attack ?? 'calibrated-precise') : 'calibrated');

const namesOf = (rows: readonly AttackRow[]): string[] => rows.map(({ name }) => name);
const DEFAULTS = namesOf(SET_ATTACKS.filter(({ byDefault }) => byDefault));
const PURE_CHANCE = namesOf(CHANCE_ATTACKS);
/** Whoever asks for one of these gets the baselines and the control as well; they decide as `calibrated` does, which is run to be compared with. */
const CALIBRATED = namesOf(LEARNED_ATTACKS.filter(({ role }) => role === 'own'));
const WITH_CALIBRATED = ['calibrated', ...namesOf(LEARNED_ATTACKS.filter(({ role }) => role !== 'own'))];

/** An attack that learns from the whole release, with its parameters. */
export interface LearnedIdentity extends AttackIdentity {
  readonly decision: DecisionKind;
}

/** The attacks of one audit. Results list those on the whole release first, then those on tables, then the baselines. */
export interface AttackSet {
  readonly release: readonly LearnedIdentity[];
  readonly tables: readonly TableAttack[];
  /** All of them, in the order of results and of stored verdicts. */
  readonly all: readonly AttackIdentity[];
  /** Position in `all` of the attack whose attacked dataset is written: the first that was asked for. */
  readonly leading: number;
}

export function attackSet(request: AuditRequest, scoring: Parameters): AttackSet {
  const asked = askedOf(request);
  const release: LearnedIdentity[] = [];
  const tables: TableAttack[] = [];
  for (const each of asked) {
    const learned = LEARNED_ATTACKS.find(({ name }) => name === each.name);
    const onTables = tableAttack(request, each, scoring);
    if (learned !== undefined) release.push(learnedAttack(learned, request, scoring));
    else if (onTables !== null) tables.push(onTables);
    else
      throw new BadInput(`attacks: "${each.name}" is not an attack on a set-generalised release; ${namesOf(SET_ATTACKS).join(', ')} are`);
  }
  for (const name of PURE_CHANCE) tables.push(tableAttack(request, { name }, scoring) as TableAttack);
  const all = [...release, ...tables];
  const leading = all.findIndex(({ name }) => name === (asked[0]?.name ?? PURE_CHANCE[0]));
  return { release, tables, all, leading: Math.max(0, leading) };
}

function learnedAttack({ name, version, role, decision }: LearnedAttack, request: AuditRequest, scoring: Parameters): LearnedIdentity {
  const parameters = { ...scoring, seed: request.seed, ...(decision === 'precise' ? { precision: precisionOf(request) } : {}) };
  return { name, version, parameters, parametersHash: parametersHash(parameters), baseline: role !== 'own', decision };
}

/** Each asked for once; baselines come anyway, the calibrated attack with its controls, and a gate with the attack that it judges. */
function askedOf(request: AuditRequest): AskedAttack[] {
  const named = request.attacks?.map((attack): AskedAttack => (typeof attack === 'string' ? { name: attack } : attack));
  const defaults = DEFAULTS.map((name): AskedAttack => ({ name }));
  const judged = (request.gate ?? []).map((limit): AskedAttack => ({ name: judgedBy(limit) }));
  const asked = [...(named ?? defaults), ...judged];
  const controls = asked.some(({ name }) => CALIBRATED.includes(name)) ? WITH_CALIBRATED.map((name): AskedAttack => ({ name })) : [];
  const seen = new Set<string>();
  return [...asked, ...controls].filter((each) => {
    if (PURE_CHANCE.includes(each.name)) return false;
    const text = JSON.stringify([each.name, each.ratio, each.delta]);
    return !seen.has(text) && seen.add(text);
  });
}

interface AskedAttack {
  readonly name: string;
  readonly ratio?: number | undefined;
  readonly delta?: number | undefined;
}

/** An attack on tables with its parameters filled in; null when the name is not of one. `scoring` is what made the tables. */
function tableAttack(request: AuditRequest, asked: AskedAttack, scoring: Parameters): TableAttack | null {
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
    baseline: attack.role === 'chance',
    run: (table, key) => attack.run(table, { ...options, key }),
  };
}
