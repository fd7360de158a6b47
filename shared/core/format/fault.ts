/** An error in one line, with its UTF-16 offset. The reader adds file, line and column. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Columns count characters (code points) from 1, as editors do. */
export function columnOf(line: string, offset: number): number {
  let column = 1;
  for (let at = 0; at < offset && at < line.length; column += 1) at += (line.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return column;
}
