import type { Claim } from './claim.ts';
import { grouped, percent } from './figure-text.ts';
import { type Finding, hasFigure, LEFT_OUT, rightShare } from './finding.ts';
import type { WayLimit } from './policy.ts';

export interface Gate {
  readonly open: boolean;
  readonly message: string;
  /** The attack that closes the gate; null if none does. */
  readonly by: string | null;
}

/** Input of a gate. `lost`: units that any step lost. */
interface Judged {
  readonly findings: readonly Finding[];
  readonly claims: readonly Claim[];
  readonly lost: number;
}

const closed = (message: string, by: string | null = null): Gate => ({ open: false, message: `gate closed: ${message}`, by });

/** Closed unless proven open: every finding of each limit's way has an upper bound at or below it, nothing failed, nothing is missing, no claim is broken. */
export function judgeLimits(limits: readonly WayLimit[], judged: Judged): Gate {
  const always = closedAnyway(judged);
  if (always !== null) return always;
  const shown: string[] = [];
  for (const limit of limits) {
    const answer = judgeLimit(limit, judged.findings);
    if (!answer.open) return answer;
    shown.push(answer.message);
  }
  return { open: true, message: `gate open: ${shown.join('; ')}`, by: null };
}

export function closedAnyway({ claims, lost, findings }: Judged): Gate | null {
  const broken = claims.find(({ state }) => state === 'broken');
  if (broken !== undefined) return closed(`the release breaks its guarantee ${broken.text} ${broken.scope}`);
  if (lost > 0) return closed(`${grouped(lost)} units were lost: their results are unknown`);
  const failed = findings.find((finding) => finding.state === 'errored' || finding.lost > 0);
  return failed === undefined ? null : closed(`the attack ${failed.attack} failed: ${failed.reason}`, failed.attack);
}

function judgeLimit(limit: WayLimit, findings: readonly Finding[]): Gate {
  const { way } = limit;
  const own = findings.filter((finding) => finding.way === way && within(limit, finding));
  const missing = own.find(({ state }) => state === 'not computable');
  if (missing !== undefined) return closed(`${missing.attack} cannot be computed: ${missing.reason}`, missing.attack);
  const figures = own.filter(hasFigure);
  if (figures.length === 0) {
    const [untried] = own;
    return closed(`${way} was not tried${untried === undefined ? '' : `: ${untried.reason}`}`, untried?.attack ?? null);
  }
  const acting = figures.filter((finding) => actsAt(finding, limit.confidence));
  let greatest = 0;
  for (const finding of acting) {
    const bound = boundOf(finding, limit.claimed);
    if (bound === null)
      return closed(`${finding.attack} acts on too few independent groups of people to say how many are ${way}`, finding.attack);
    if (bound > limit.limit)
      return closed(`${describe(finding, limit)}: up to ${percent(bound)}, and the limit is ${percent(limit.limit)}`, finding.attack);
    greatest = Math.max(greatest, bound);
  }
  const leftOut = own.find(({ state, reason }) => state === 'not tried' && reason === LEFT_OUT);
  if (leftOut !== undefined) return closed(`${leftOut.attack} was not tried: ${leftOut.reason}`, leftOut.attack);
  return { open: true, message: `${way} at most ${percent(greatest)}, the limit is ${percent(limit.limit)}`, by: null };
}

const within = ({ knows }: WayLimit, { facts }: Finding): boolean => knows === null || facts === null || facts <= knows;

const TIE = 1e-12;

/** True if it states this confidence, or is right that often: an attack that understates its confidence is no safer. */
export const actsAt = (finding: Finding, confidence: number): boolean =>
  finding.confidence >= confidence - TIE || (rightShare(finding) ?? 0) >= confidence - TIE;

/** Upper bound on the share of people. Without the original every person that the attack acts on counts. */
function boundOf({ state, exposed, people, of, interval }: Finding, claimed: boolean): number {
  if (of === 0) return 0;
  if (state === 'proved') return claimed ? people / of : Math.max(0, exposed ?? 0);
  return Math.max(0, interval?.high ?? 1, claimed || state === 'expected' ? people / of : 0);
}

const describe = ({ way, attack, about, people, of }: Finding, { confidence, claimed }: WayLimit): string =>
  `${attack}${about === null ? '' : ` on ${about}`} ${claimed ? 'acts on' : `leaves ${way}`} some of the ${grouped(of)} people (acting on ${grouped(people)} at confidence ${confidence})`;
