export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/**
 * Input that cannot be used. The message says what is wrong and what would be right. The command line exits with 2; the cloud writes rejected.json
 * with the same message. It never echoes an item's text
 * beyond what the person needs to find the place, and never reaches a log.
 */
export class BadInput extends Error {
  override readonly name = 'BadInput';
  readonly place: Place;
  /** The message without the place. */
  readonly reason: string;

  /** The message is `file:line:column: reason`, as compilers print it: a script that catches nothing still shows the place. */
  constructor(reason: string, place: Place = {}, options?: ErrorOptions) {
    const where = [place.file, place.line, place.column].filter((part) => part !== undefined).join(':');
    super(where === '' ? reason : `${where}: ${reason}`, options);
    this.place = place;
    this.reason = reason;
  }

  describe(): string {
    return this.message;
  }
}
