/** Set for a process that audits what it is sent. */
export const WORKER = 'UNVEIL_WORKER';
