import { corpusNames } from '../../shared/adapters/local/corpus-store.ts';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import { inSimplerForms } from '../../shared/app/audit/score/count-in-simpler-forms.ts';
import { grouped, percent } from '../../shared/core/findings/figure-text.ts';
import { recognisedCodes } from '../codes/recognised.ts';
import type { Look } from './look-at.ts';

/** Items that are asked for: of more, evenly spaced ones. */
const ASKED = 2_000;
/** Below this share a source says little about a release. */
const LITTLE = 1 / 3;

interface Coverage {
  readonly facts: Look['facts'];
  readonly remarks: readonly string[];
}

/** Which share of the items each source of this machine knows, by their labels where they are codes. Said before an audit. */
export async function coverageOf(items: ReadonlySet<string>, given: ReadonlyMap<string, string> | undefined): Promise<Coverage> {
  const codes = given === undefined ? recognisedCodes(items) : null;
  const labels = given ?? codes?.labels;
  const all = [...items].toSorted();
  const step = Math.max(1, all.length / ASKED);
  const asked = Array.from({ length: Math.min(all.length, ASKED) }, (_, at) => all[Math.floor(at * step)] as string);
  const terms = [...new Set(asked.map((item) => labels?.get(item) ?? item))];
  const found: { readonly name: string; readonly share: number }[] = [];
  for (const name of ['wordnet', ...corpusNames().map((corpus) => `corpus:${corpus}`)])
    found.push({ name, share: await shareOf(name, terms) });
  const best = Math.max(...found.map(({ share }) => share));
  return {
    facts: [
      ...(codes === null
        ? []
        : [{ label: 'Codes', value: `of ${codes.name}: ${grouped(codes.labels.size)} of ${grouped(items.size)} items` }]),
      ...found.map(({ name, share }) => ({ label: `Known to ${name}`, value: `${percent(share)} of the items` })),
    ],
    remarks: best >= LITTLE || terms.length === 0 ? [] : [adviceOn(asked, labels, best)],
  };
}

async function shareOf(name: string, terms: readonly string[]): Promise<number> {
  const source = await openSource(name);
  try {
    const counter = inSimplerForms(source.backedOff ?? source);
    const { terms: counts } = await counter.countAll({ terms, pairs: new Uint32Array() });
    return terms.length === 0 ? 0 : counts.filter((count) => count > 0).length / terms.length;
  } finally {
    await source.close();
  }
}

const CODE = /^[A-Z]?\d[\w.:-]*$/i;

function adviceOn(items: readonly string[], labels: ReadonlyMap<string, string> | undefined, best: number): string {
  const known = `The best source knows ${percent(best)} of the items.`;
  if (labels === undefined && items.filter((item) => CODE.test(item)).length * 2 > items.length)
    return `${known} They look like codes: "unveil codes add FILE" or --labels gives them their meaning.`;
  return `${known} Text of the field and in the language of the items helps: "unveil corpus build --from DUMP --name NAME" makes a source of a Wikipedia dump, or of documents of yours.`;
}
