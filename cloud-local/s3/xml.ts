const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

const escapeXml = (text: string): string => text.replace(/[&<>"\r]/g, (character) => ESCAPES[character]);

/** Escapes text; markup is the default. */
export const element = (name: string, content: string | number | boolean, kind: 'markup' | 'text' = 'markup'): string =>
  `<${name}>${kind === 'text' ? escapeXml(String(content)) : content}</${name}>`;

export const xmlDocument = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;

const unescapeXml = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|apos|amp|#(\d+)|#x([0-9a-fA-F]+));/g, (entity, decimal?: string, hex?: string) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }[entity] as string;
  });

/** The contents of each `<name>` in order: enough for the three flat documents that clients send. */
export const contentsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, content]) => unescapeXml(content ?? ''));
