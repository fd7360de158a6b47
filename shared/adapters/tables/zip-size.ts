import { BadInput } from '../../core/model/bad-input.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** Maximum unpacked bytes of a workbook. Beyond it, the same table as CSV is read as a stream. */
const MOST = 512 * 1024 ** 2;
/** Sheets compress 5 to 20 times, a bomb 1,000 times. */
const RATIO = 200;
const FLOOR = 16 * 1024 ** 2;

/** Rejects a workbook by the unpacked sizes in its zip directory, before unpacking. The library unpacks no file further than that. */
export function mustUnfoldSafely(file: string, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const damaged = (): BadInput => new BadInput('this workbook is cut off or damaged', { file });
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw damaged();
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw damaged();
    const size = view.getUint32(at + 24, true);
    total += size;
    if (size === 0xffff_ffff || total > MOST || (total > FLOOR && total > RATIO * bytes.length))
      throw new BadInput('this workbook unfolds to far more than its size; save its sheet as CSV', { file });
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}
