import { BadInput } from '../../shared/core/model/bad-input.ts';

export function wholeNumber(text: string, option: string, least: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least) throw new BadInput(`${option} is a whole number, at least ${least}`);
  return value;
}

export function shareOption(text: string, option: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) throw new BadInput(`${option} is a share from 0 to 1`);
  return value;
}
