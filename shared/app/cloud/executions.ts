import type { Admission } from '../../contracts/execution.ts';

/**
 * The execution of an audit that a campaign admitted. Step Functions keeps names for 90 days: one that was purged and is admitted anew needs
 * another, and all campaigns that admit the same audit at once need the same.
 */
export const campaignExecution = ({ auditId, admittedAt }: Pick<Admission, 'auditId' | 'admittedAt'>): string =>
  `${auditId}-${Date.parse(admittedAt).toString(36)}`;

/** The audit or campaign that an execution is of: its name, whatever number or time stands behind it. */
export const idOfExecution = (name: string): string => name.split('-', 1)[0] ?? name;
