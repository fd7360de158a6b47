import { defineTable } from '../table.ts';

export const CAMPAIGNS = defineTable(
  'campaigns',
  1,
  'One row per audit of a campaign: how it ended. Written in the cloud only, when the campaign ends.',
  [
    ['campaign_id', 'string', 'The campaign.'],
    ['name', 'string', 'Name of the audit in it, grid settings included.'],
    ['audit_id', 'string?', 'The audit; empty where none was admitted.'],
    ['status', 'string', '`succeeded`, `rejected`, `failed`, `running` or `lost`.'],
    ['reason', 'string?', 'The message of a rejection, or the name of the error.'],
  ],
);
