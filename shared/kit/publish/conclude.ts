import type { GateLimit } from '../../contracts/gate-policy.ts';
import { CONCLUSION_FILE, type StoredConclusion, type VerdictText } from '../../contracts/verdict.ts';
import type { Claim } from '../../core/verdict/claim.ts';
import type { Finding } from '../../core/verdict/finding.ts';
import { closedAnyway, type Gate, judgeLimits } from '../../core/verdict/gate.ts';
import { type Evidence, type Verdict, verdictOf } from '../../core/verdict/verdict.ts';
import type { Publisher } from './publisher.ts';

/** Conclusion of an audit. Terminal, report, gate, certificate, comparison and advice read only this. */
export interface Conclusion {
  readonly findings: readonly Finding[];
  readonly claims: readonly Claim[];
  readonly verdict: Verdict;
  /** Null where the request has no policy. */
  readonly gate: Gate | null;
}

interface Asked {
  readonly gate?: readonly GateLimit[] | undefined;
}

/** How a limit on recall is judged: only kinds whose attacks eliminate items have it. */
type JudgeRecall = (limit: Extract<GateLimit, { readonly recall: number }>) => { readonly open: boolean; readonly message: string };

export function concludeAudit({ gate }: Asked, found: Evidence, lost: number, recall?: JudgeRecall): Conclusion {
  const { findings, claims } = found;
  return {
    findings,
    claims,
    verdict: verdictOf(found),
    gate: gate === undefined ? null : gateOf(gate, { findings, claims, lost }, recall),
  };
}

/** All limits must be kept. The first that is not answers. */
function gateOf(
  limits: readonly GateLimit[],
  judged: { readonly findings: readonly Finding[]; readonly claims: readonly Claim[]; readonly lost: number },
  recall: JudgeRecall | undefined,
): Gate {
  const always = closedAnyway(judged);
  if (always !== null) return always;
  const kept: string[] = [];
  // Some kinds have no attack that links: `people` then means learned alone.
  const listed = limits.filter((limit) => 'recall' in limit || judged.findings.some(({ way }) => way === limit.way));
  for (const limit of listed.length === 0 ? limits : listed) {
    if ('recall' in limit) {
      const answer = recall?.(limit) ?? { open: false, message: 'recall cannot be judged on this kind of release' };
      if (!answer.open) return { open: false, message: `gate closed: ${answer.message}`, by: limit.attack ?? null };
      kept.push(answer.message);
    } else {
      const answer = judgeLimits([limit], judged);
      if (!answer.open) return answer;
      kept.push(answer.message.replace('gate open: ', ''));
    }
  }
  return { open: true, message: `gate open: ${kept.join('; ')}`, by: null };
}

/** Writes `verdict.json`, and `gate.json` where the request has a policy. */
export async function publishConclusion(
  publisher: Publisher,
  { conclusion, text }: { readonly conclusion: Conclusion; readonly text: VerdictText },
): Promise<void> {
  const { verdict, claims, findings, gate } = conclusion;
  const stored = { version: 1, verdict, text, claims, findings, gate } satisfies Readonly<Record<keyof StoredConclusion, unknown>>;
  await publisher.text(CONCLUSION_FILE, [`${JSON.stringify(stored, null, 1)}\n`]);
  if (gate !== null) await publisher.text('gate.json', [`${JSON.stringify(gate, null, 1)}\n`]);
}
