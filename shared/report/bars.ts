import type { Estimate } from '../contracts/report-data.ts';
import { html, type Markup, tiedPercent } from './html.ts';

/** A bar for a share between 0 and 1: SVG of variable width, with its text next to it. */
export function bar(
  name: string,
  { value, low, high }: Estimate,
  baseline: { readonly name: string; readonly value: number | null } | null,
): Markup {
  const described = [
    `${name} ${tiedPercent(value)}`,
    ...(low !== null && high !== null ? [`95 % interval ${tiedPercent(low)} to ${tiedPercent(high)}`] : []),
    ...(baseline === null || baseline.value === null ? [] : [`${baseline.name} ${tiedPercent(baseline.value)}`]),
  ].join('; ');
  return html`<div class="bar"><span class="bar-name">${name}</span><svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${described}"><title>${described}</title><rect class="track" x="0" y="0" width="100" height="10"/>${
    value !== null && html`<rect class="value" x="0" y="1.5" width="${hundredths(value)}" height="7"/>`
  }${
    low !== null &&
    high !== null &&
    html`<rect class="interval" x="${hundredths(low)}" y="4.5" width="${hundredths(high - low)}" height="1"/>`
  }${
    baseline !== null &&
    baseline.value !== null &&
    html`<rect class="baseline" x="${hundredths(baseline.value)}" y="0" width="0.7" height="10"/>`
  }</svg><span class="bar-value">${tiedPercent(value)}</span></div>`;
}

const hundredths = (value: number): string => Math.max(0, Math.min(100, value * 100)).toFixed(2);
