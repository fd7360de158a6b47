import { html, type Markup, raw, tied } from './html.ts';
import { STYLES } from './styles.ts';

/** A complete page. It loads nothing and runs no script, and its policy forbids both. */
interface Page {
  readonly title: string;
  readonly heading: Markup;
  readonly headline: string;
  readonly body: readonly Markup[];
  readonly footer: string;
  /** Styles next to the common ones. */
  readonly styles?: string;
}

const HEADLINE = `
.headline{font-size:1.15rem;border-left:.3rem solid var(--accent);padding:.25rem 0 .25rem .9rem;margin:1rem 0}
`;

export function pageOf({ title, heading, headline, body, footer, styles = '' }: Page): string {
  return html`${raw('<!doctype html>')}
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(STYLES)}${raw(HEADLINE)}${raw(styles)}</style></head>
<body><header><h1>${heading}</h1><p class="headline">${tied(headline)}</p></header>
<main>${body}</main>
<footer><p>${footer}</p></footer></body></html>
`.text;
}
