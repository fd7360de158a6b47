/** Beside what cdk.json says: a stage that no operator has, and nothing of it kept. */
export const SMOKE_SETTINGS = { stage: 'smoke', retain: false, monthlyBudgetUsd: 1, logDays: 1, workDays: 1, teams: [], adopt: {}, keyArn: null, macKeyArn: null }; // biome-ignore format: one line
