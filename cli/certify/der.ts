/** An element of DER. */
export function derElement(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

export const NULL = derElement(0x05);
export const sequence = (...parts: readonly Uint8Array[]): Buffer => derElement(0x30, ...parts);
export const bytes = (content: Uint8Array): Buffer => derElement(0x04, content);
/** An object identifier, by its content. */
export const name = (hex: string): Buffer => derElement(0x06, Buffer.from(hex, 'hex'));
/** Not negative, in as few bytes as it takes: the first bit says the sign. */
export const number = (value: number): Buffer => {
  const hex = value.toString(16);
  const whole = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return derElement(0x02, (whole[0] ?? 0) < 0x80 ? whole : Buffer.concat([Buffer.alloc(1), whole]));
};

/** An element that was read. */
export class Element {
  readonly tag: number;
  readonly content: Buffer;
  /** With its tag and length. */
  readonly whole: Buffer;

  private constructor(tag: number, content: Buffer, whole: Buffer) {
    [this.tag, this.content, this.whole] = [tag, content, whole];
  }

  /** The one element that these bytes are. */
  static of(text: Buffer): Element {
    const [only, ...more] = Element.#all(text);
    if (only === undefined || more.length > 0) throw new RangeError('these bytes are not one element of DER');
    return only;
  }

  static #all(text: Buffer): Element[] {
    const found: Element[] = [];
    for (let at = 0; at < text.length; ) {
      const [tag = 0, first = 0] = text.subarray(at, at + 2);
      const longer = first < 0x80 ? 0 : first - 0x80;
      if (longer > 4 || first === 0x80 || at + 2 + longer > text.length) throw new RangeError('this is no DER');
      const length = longer === 0 ? first : text.readUIntBE(at + 2, longer);
      const start = at + 2 + longer;
      if (start + length > text.length) throw new RangeError('this is no DER');
      found.push(new Element(tag, text.subarray(start, start + length), text.subarray(at, start + length)));
      at = start + length;
    }
    return found;
  }

  get parts(): Element[] {
    return Element.#all(this.content);
  }

  part(number: number): Element {
    const found = this.parts[number];
    if (found === undefined) throw new RangeError('a part of this DER is missing');
    return found;
  }

  /** The content of an object identifier. */
  get hex(): string {
    return this.content.toString('hex');
  }
}
