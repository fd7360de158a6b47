export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/**
 * What the user gave cannot be used. The message says what is wrong and what would be right, for a person;
 * the command line exits with 2, the cloud writes rejected.json with the same message. It never echoes an item's text
 * beyond what the person needs to find the place, and never reaches a log.
 */
export class BadInput extends Error {
  override readonly name = 'BadInput';
  readonly place: Place;

  constructor(message: string, place: Place = {}, options?: ErrorOptions) {
    super(message, options);
    this.place = place;
  }

  /** `file:line:column: message`, as compilers print it. */
  describe(): string {
    const { file, line, column } = this.place;
    const where = [file, line, column].filter((part) => part !== undefined).join(':');
    return where === '' ? this.message : `${where}: ${this.message}`;
  }
}
