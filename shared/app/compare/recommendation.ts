import type { AuditComparison } from '../../contracts/audit-comparison.ts';

type Compared = Pick<AuditComparison, 'of' | 'judgedBy' | 'audits' | 'differences'>;

/** The release whose risk is below that of every other beyond chance; null where there is none, or audits differ in their attackers. */
function leastRisk({ of, judgedBy, audits, differences }: Compared): string | null {
  if (of !== 'releases' || judgedBy === null) return null;
  const below = (name: string, other: string): boolean =>
    differences.some(
      ({ measure, first, second, finding }) =>
        measure === judgedBy &&
        ((first === name && second === other && /below$/.test(finding)) || (first === other && second === name && /above$/.test(finding))),
    );
  return audits.find(({ name }) => audits.every((other) => other.name === name || below(name, other.name)))?.name ?? null;
}

/** One release to take, or that none can be recommended. Of attackers on one release there is nothing to choose. */
export function recommendation(compared: Compared): string {
  if (compared.of !== 'releases') return '';
  const least = leastRisk(compared);
  return least === null ? 'No release can be recommended. ' : `Of these releases take ${least}, if its own verdict lets you publish it. `;
}
