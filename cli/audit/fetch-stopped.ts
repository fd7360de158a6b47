import type { FetchOutcome } from '../../shared/app/fetch/fetch-counts.ts';

/** The plan was shown and nothing was to be done. */
export class DryRunDone extends Error {
  override readonly name = 'DryRunDone';
}

/** A live source has not answered all: what it answered is kept, and the same command goes on from there. */
export class FetchStopped extends Error {
  override readonly name = 'FetchStopped';

  constructor(source: string, { remaining, resumeAt }: FetchOutcome) {
    const missing = `${remaining.length} answers of ${source} are missing`;
    super(
      resumeAt === null
        ? `stopped: ${missing}. What was answered is kept: the same command goes on from there`
        : `${missing}: its quota is spent until ${new Date(resumeAt).toISOString()}. What was answered is kept: run the same command then, or add --wait`,
    );
  }
}
