import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Markup } from '../../shared/report/html.ts';

/** Forbids loading from elsewhere, framing, caching and referrers; script and style come from this server only. */
const SAFE = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), clipboard-read=()',
  // Not no-referrer, with which a form's own Origin would be "null".
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** A report is a page without scripts, even if it comes from elsewhere. */
const REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

export type Respond = (response: ServerResponse) => void | Promise<void>;

export const page =
  (content: Markup, status = 200): Respond =>
  (response) =>
    send(response, status, 'text/html; charset=utf-8', content.text);

export const json =
  (value: unknown, status = 200): Respond =>
  (response) =>
    send(response, status, 'application/json', JSON.stringify(value));

export const plain =
  (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Respond =>
  (response) =>
    send(response, status, 'text/plain; charset=utf-8', `${message}\n`, headers);

export const asset =
  (type: 'text/css' | 'text/javascript' | 'image/svg+xml', text: string): Respond =>
  (response) =>
    send(response, 200, `${type}; charset=utf-8`, text);

/** Redirect after an action, or after the first use of an address. */
export const goTo =
  (path: string, cookies: readonly string[] = []): Respond =>
  (response) => {
    response.writeHead(303, { ...SAFE, location: path, ...(cookies.length === 0 ? {} : { 'set-cookie': [...cookies] }) });
    response.end();
  };

export const report =
  (file: string): Respond =>
  (response) =>
    streamed(response, file, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': REPORT_POLICY });

/** A download, never shown or run by a browser. */
export const download =
  (file: string, name: string): Respond =>
  (response) =>
    streamed(response, file, { 'content-type': 'application/octet-stream', 'content-disposition': attachment(name) });

export const downloadOf =
  (name: string, pieces: AsyncIterable<Uint8Array>): Respond =>
  (response) => {
    response.writeHead(200, { ...SAFE, 'content-type': 'application/octet-stream', 'content-disposition': attachment(name) });
    return pipeline(pieces, response);
  };

/** Letters, digits and marks only, so that no name can end the header. */
const attachment = (name: string): string => `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}"`;

function streamed(response: ServerResponse, file: string, headers: Readonly<Record<string, string>>): Promise<void> {
  response.writeHead(200, { ...SAFE, ...headers });
  return pipeline(createReadStream(file), response);
}

function send(response: ServerResponse, status: number, type: string, text: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { ...SAFE, 'content-type': type, ...headers });
  response.end(text);
}
