import type { AttackIdentity, Parameters, TableAttack } from '../../../app/audit/attack/attack-identity.ts';
import type { AttackName, AuditRequest } from '../../../contracts/audit-request.ts';
import type { GateLimit } from '../../../contracts/gate-policy.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { CONTROLS } from '../learn/calibrated-attack.ts';
import type { ReleaseAttack } from '../learn/release-attack.ts';
import { RELEASE_ATTACKS } from '../learn/release-attacks.ts';
import { type AskedAttack, tableAttack } from './table-attacks.ts';

/** What chance undoes: run with every audit, whether asked for or not. */
export const PURE_CHANCE: readonly AttackName[] = ['random', 'blind'];

/** From the one that undoes most to the one that undoes least, as far as trials told. */
export const DEFAULTS: readonly AttackName[] = [
  'calibrated',
  'calibrated-precise',
  'rba-normalised',
  'rba',
  'gba-normalised',
  'gba',
  'wba',
  'tba',
  'mda',
];

/** The attack that a limit judges: recall by default the one that decides at the limit's precision; people all attacks, and so the strongest. */
export const judgedBy = (limit: GateLimit): AttackName =>
  'recall' in limit ? ((limit.attack as AttackName | undefined) ?? 'calibrated-precise') : 'calibrated';

const CALIBRATED: readonly AttackName[] = ['calibrated', 'calibrated-precise'];
/** The controls decide as `calibrated` does, so it is there to be compared with them. */
const BESIDE_CALIBRATED: readonly AttackName[] = ['calibrated', ...CONTROLS];

/** The attacks of one audit. Results list those on the whole release first, then those on tables, then the baselines. */
export interface AttackSet {
  readonly release: readonly ReleaseAttack[];
  readonly tables: readonly TableAttack[];
  /** All of them, in the order of results and of stored verdicts. */
  readonly all: readonly AttackIdentity[];
  /** Position in `all` of the attack whose attacked dataset is written: the first that was asked for. */
  readonly leading: number;
}

export function attackSet(request: AuditRequest, scoring: Parameters): AttackSet {
  const asked = askedOf(request);
  const release: ReleaseAttack[] = [];
  const tables: TableAttack[] = [];
  for (const each of asked) {
    const onRelease = RELEASE_ATTACKS[each.name];
    const onTables = tableAttack(request, each, scoring, false);
    if (onRelease !== undefined) release.push(onRelease(request, scoring));
    else if (onTables !== null) tables.push(onTables);
    else throw new BadInput(`attacks: "${each.name}" is not an attack on a set-generalised release`);
  }
  for (const name of PURE_CHANCE) tables.push(tableAttack(request, { name }, scoring, true) as TableAttack);
  const all = [...release, ...tables];
  return {
    release,
    tables,
    all,
    leading: Math.max(
      0,
      all.findIndex(({ name }) => name === (asked[0]?.name ?? PURE_CHANCE[0])),
    ),
  };
}

/** Each asked for once; baselines come anyway, the calibrated attack with its controls, and a gate with the attack that it judges. */
function askedOf(request: AuditRequest): AskedAttack[] {
  const named = request.attacks?.map((attack): AskedAttack => (typeof attack === 'string' ? { name: attack } : attack));
  const defaults = DEFAULTS.map((name): AskedAttack => ({ name }));
  const judged = (request.gate ?? []).map((limit): AskedAttack => ({ name: judgedBy(limit) }));
  const asked = [...(named ?? defaults), ...judged];
  const controls = asked.some(({ name }) => CALIBRATED.includes(name)) ? BESIDE_CALIBRATED.map((name): AskedAttack => ({ name })) : [];
  const seen = new Set<string>();
  return [...asked, ...controls].filter((each) => {
    if (PURE_CHANCE.includes(each.name)) return false;
    const text = JSON.stringify([each.name, each.ratio, each.delta]);
    return !seen.has(text) && seen.add(text);
  });
}
