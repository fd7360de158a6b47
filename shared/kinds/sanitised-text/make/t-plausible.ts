import { hierarchyFromText } from '../../../core/format/hierarchy-formats.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { type Hierarchy, itemHierarchy } from '../../../core/model/hierarchy.ts';
import type { NounGraph } from '../../../core/text/noun-graph.ts';
import type { Method, Readers } from '../../../kit/offers.ts';
import { optionText } from '../../../kit/option-values.ts';
import { standingSaid } from '../check/check-texts.ts';
import { checkPlausible, compareTexts } from '../core/check-sanitised.ts';
import { TermFinder } from '../core/find-terms.ts';
import { Chains, type HiddenText, hideTerms, type MarkedText, treeUnder } from '../core/hide-terms.ts';
import { marksOf, type SanitisedTexts, writeSanitised } from '../core/sanitised-file.ts';
import { wordnetTree } from '../core/wordnet-terms.ts';
import { type GivenText, namesInFile, originalLines, textsIn } from './texts.ts';

/** Marked terms behind nodes of a tree, so that each text may come from t texts or more. */
export const makePlausibleTexts: Method['make'] = async (file, { k: t, values }, readers) => {
  const texts = textsIn(file, readers);
  const items = new Set(texts.flatMap((text) => text.items));
  const spec = String(values['hierarchy']);
  const tree = spec === 'wordnet' ? ofWordnet(items, readers.nouns(), t) : hierarchyFromText(readers.text(spec), spec);
  const marked = markedTerms(tree, spec === 'wordnet' ? items : null, optionText(values, 'sensitive'), readers);
  const chains = new Chains(tree, t, marked);
  const found = findTerms(texts, marked, items);
  const hidden = found.map((text) => hideTerms(text, chains, t));
  const documents = hidden.flatMap((each) => (each === null ? [] : [each.document]));
  if (documents.length === 0)
    throw new BadInput(
      `no text can come from ${t} texts: too few of its terms are in the tree; ask for a smaller --t, or give another --hierarchy`,
      {
        file,
      },
    );
  const nodes = new Set(documents.flatMap(({ text }) => marksOf(text).map(({ node }) => node)));
  const release: SanitisedTexts = { method: 't-plausible', degree: t, children: treeUnder(tree, nodes), documents };
  const kept = found.filter((_, at) => hidden[at] !== null);
  // The checks are code of their own: what they do not pass is not written.
  const original = kept.map((text) => ({ ...text, about: null }));
  if (checkPlausible(release, t).length > 0 || compareTexts(release, original).some(({ differs }) => differs !== null))
    throw new Error('the release made would not hold its claim');
  const without = found.filter(({ text }) => !text.some((piece) => typeof piece !== 'string' && marked.has(piece.term))).length;
  const leftOut = texts.length - documents.length;
  const standing = standingSaid(documents);
  return {
    files: [
      { name: 'release.jsonl', pieces: writeSanitised(release) },
      { name: 'original.jsonl', pieces: originalLines(kept, new Map()) },
    ],
    measures: { method: 't-plausible', t, texts: documents.length, textsLeftOut: leftOut, ...lossOf(hidden, tree) },
    notes: [...leftOutSaid({ texts: texts.length, leftOut, without, t }), ...(standing === null ? [] : [standing])],
    request: { release: 'release.jsonl', kind: 'sanitised-text', original: 'original.jsonl' },
  };
};

/** Why texts are missing: of some there was nothing to hide, of others too little. */
function leftOutSaid({ texts, leftOut, without, t }: Record<'texts' | 'leftOut' | 'without' | 't', number>): readonly string[] {
  if (leftOut === 0) return [];
  const few = leftOut - without;
  const reasons = [
    ...(without === 0 ? [] : [`in ${without} none of the terms to hide stands`]),
    ...(few === 0 ? [] : [`of ${few} too few terms are in the tree for ${t} base texts`]),
  ];
  return [`${leftOut} of ${texts} texts are left out: ${reasons.join('; ')}`];
}

function ofWordnet(items: ReadonlySet<string>, nouns: NounGraph, t: number): Hierarchy {
  const children = wordnetTree(items, nouns, t);
  if (children.size === 0)
    throw new BadInput('no noun of the texts is in WordNet: is this English? Give a tree of its terms with --hierarchy');
  return itemHierarchy(children);
}

/** Leaves that may be hidden: of a file's tree all, of WordNet those that the extractor found; of these the sensitive ones, where they are named. */
function markedTerms(
  { names, leaves }: Hierarchy,
  found: ReadonlySet<string> | null,
  sensitive: string | undefined,
  readers: Readers,
): ReadonlySet<string> {
  const all = names.slice(0, leaves).filter((name) => found?.has(name) ?? true);
  if (sensitive === undefined) return new Set(all);
  const wanted = new Set(namesInFile(sensitive, readers));
  const marked = new Set(all.filter((name) => wanted.has(name)));
  if (marked.size === 0) throw new BadInput('none of these terms is a leaf of the tree that stands in the texts', { file: sensitive });
  return marked;
}

/** Finds the terms to hide, then all other terms between them, which an attacker reads as context. */
function findTerms(texts: readonly GivenText[], marked: ReadonlySet<string>, items: ReadonlySet<string>): readonly MarkedText[] {
  const finder = new TermFinder(marked);
  const others = new TermFinder(items.difference(marked));
  return texts.map(({ id, text }) => ({
    id,
    text: finder.pieces(text).flatMap((piece) => (typeof piece === 'string' ? others.pieces(piece) : [piece])),
  }));
}

/** NCP: mean over the marked terms of leaves(node) / all leaves, 0 for one that stays; and how many base texts there are. */
function lossOf(hidden: readonly (HiddenText | null)[], { leaves }: Hierarchy): Record<string, number> {
  const made = hidden.filter((each) => each !== null);
  const total = (of: (text: HiddenText) => number): number => made.reduce((all, text) => all + of(text), 0);
  const terms = total((text) => text.terms);
  return {
    markedTerms: terms,
    hiddenTerms: total((text) => text.hidden),
    ncp: total((text) => text.loss) / leaves / terms,
    meanLog10BaseTexts: total((text) => text.logBaseTexts) / Math.LN10 / made.length,
  };
}
