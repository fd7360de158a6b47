import { BadInput } from '../../core/model/bad-input.ts';

/** The settings of one point: the file's, the figure's and the value on the axis, in that order. */
export type PointSettings = Readonly<Record<string, string | number>>;

export function numberSetting(settings: PointSettings, name: string): number {
  const value = settings[name];
  if (typeof value !== 'number') throw new BadInput(`the setting "${name}" of an experiment is a number`);
  return value;
}

export function textSetting(settings: PointSettings, name: string): string {
  const value = settings[name];
  if (typeof value !== 'string') throw new BadInput(`the setting "${name}" of an experiment is a text`);
  return value;
}
