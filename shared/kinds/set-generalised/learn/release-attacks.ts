import type { Parameters } from '../../../app/audit/attack/attack-identity.ts';
import type { AttackName, AuditRequest } from '../../../contracts/audit-request.ts';
import { CALIBRATED_ATTACKS } from './calibrated-attack.ts';
import type { ReleaseAttack } from './release-attack.ts';

/** Makes an attack on the whole release; `scoring` belongs to its parameters. */
type MakeReleaseAttack = (request: AuditRequest, scoring: Parameters) => ReleaseAttack;

/** One line an attack. */
export const RELEASE_ATTACKS: Readonly<Partial<Record<AttackName, MakeReleaseAttack>>> = CALIBRATED_ATTACKS;
