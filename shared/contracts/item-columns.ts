/** Columns of the result tables that hold items, or a hash that a list of likely items would undo: what `redact` leaves out. Names of people stay. */
export const ITEM_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  breaches: ['item', 'covered'],
  decisions: ['item'],
  exposures: ['target', 'betrayed_by'],
  findings: ['reason', 'details'],
  groups: ['group_hash', 'members', 'betrayed_by', 'betrayed_member'],
  people: ['surest', 'betrayed_by'],
  placements: ['items', 'betrayed_by'],
  scores: ['item', 'context_item'],
};
