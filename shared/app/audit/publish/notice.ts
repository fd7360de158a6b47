/** What a reader of the figures must know. `code` is stable; the message holds counts, never items. */
export interface Notice {
  readonly code: string;
  readonly message: string;
}
