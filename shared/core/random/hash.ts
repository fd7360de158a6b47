/**
 * 128 bits of a text, as four words: to derive seeds from a run's seed, an attack and a group's content.
 * Not cryptographic. Four lanes of multiply and rotate over UTF-16 units, mixed at the end so that each word
 * depends on each unit.
 */
export function hashText(text: string): [number, number, number, number] {
  let a = 0x9e3779b9;
  let b = 0x7f4a7c15;
  let c = 0xf39cc060;
  let d = 0x5cedc834;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = rotate(Math.imul(a ^ unit, 0x85ebca6b), 13) + b;
    b = rotate(Math.imul(b ^ unit, 0xc2b2ae35), 17) + c;
    c = rotate(Math.imul(c ^ unit, 0x27d4eb2f), 11) + d;
    d = rotate(Math.imul(d ^ unit, 0x165667b1), 19) + a;
  }
  a ^= text.length;
  for (let round = 0; round < 4; round += 1) {
    a = mix(a + d);
    b = mix(b ^ a);
    c = mix(c + b);
    d = mix(d ^ c);
  }
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0];
}

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** Each bit of a word on each of another. */
export function mix(word: number): number {
  let w = word | 0;
  w = Math.imul(w ^ (w >>> 16), 0x7feb352d);
  w = Math.imul(w ^ (w >>> 15), 0x846ca68b);
  return w ^ (w >>> 16);
}
