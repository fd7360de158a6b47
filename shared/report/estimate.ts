import type { Estimate } from '../contracts/report-data.ts';
import { html, type Markup, percent } from './html.ts';

/** A share with its interval in small, in hundredths. */
export const withEnds = ({ value, low, high }: Estimate): Markup =>
  html`${percent(value)}${low !== null && high !== null && html` <small>${hundredths(low)}–${hundredths(high)}</small>`}`;

export const hundredths = (value: number): string => (100 * value).toFixed(1);
