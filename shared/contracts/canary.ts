/** Whose the hourly drop is that tries the way: of a team of its own, whose results are in no table that people ask. */
export const CANARY_TEAM = 'canary';
export const CANARY = `inbox/${CANARY_TEAM}/hourly.txt`;
export const CANARY_ANSWER = `answers/${CANARY}.done.json`;
