import type { Estimate } from '../contracts/report-data.ts';
import { html, type Markup, tiedPercent } from './html.ts';

/** A share in percent, with its interval in small type. */
export const estimateMarkup = ({ value, low, high }: Estimate): Markup =>
  html`${tiedPercent(value)}${low !== null && high !== null && html` <small>${hundredths(low)}–${hundredths(high)}</small>`}`;

export const hundredths = (value: number): string => (100 * value).toFixed(1);
