/** Four to seven ticks of 1, 2 or 5 times a power of ten, around all values. */
export function roundTicks(least: number, greatest: number): number[] {
  const span = Math.max(greatest - least, 1e-3);
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => span / each <= 5) ?? 10 * power;
  const [from, to] = [Math.floor(least / step + 1e-9), Math.ceil(greatest / step - 1e-9)];
  return Array.from({ length: Math.max(1, to - from) + 1 }, (_, at) => Number(((from + at) * step).toPrecision(12)));
}

/** As many decimals as the step needs. */
export const tickPercent = (tick: number, [first = 0, second = 1]: readonly number[]): string =>
  `${(tick * 100).toFixed(Math.max(0, -Math.floor(Math.log10((second - first) * 100) + 1e-9)))} %`;
