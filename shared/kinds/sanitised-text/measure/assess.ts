import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { grouped } from '../../../core/verdict/figure-text.ts';
import type { Evidence } from '../../../core/verdict/verdict.ts';
import type { Assessed } from '../../../kit/plain/plain-kind.ts';
import { plural } from '../../../kit/publish/text.ts';
import type { RelatedTexts } from '../attack/relate-texts.ts';
import { standingSaid, termTotals, textsCheck } from '../check/check-texts.ts';
import { readableTexts } from '../core/check-sanitised.ts';
import { identifiersIn } from '../core/residual-identifiers.ts';
import { DEGREES } from '../core/sanitised-file.ts';
import type { Truth } from '../read/open.ts';
import { contextsIn, type StoredTexts, treeIn } from '../read/stored-texts.ts';
import { aboutFindings } from './about-findings.ts';
import { markFindings, marksTable } from './mark-findings.ts';
import { textFindings } from './text-findings.ts';

interface TextEvidence {
  readonly truth: Truth | null;
  readonly related: RelatedTexts;
  readonly request: AuditRequest;
}

export function assessTexts(whole: StoredTexts, { truth, related, request }: TextEvidence): Assessed {
  const { release } = whole;
  const degree = request.claim.k ?? release.degree;
  const tree = treeIn(whole);
  const marks = tree === null || related.leaves === null ? null : { tree, leaves: related.leaves };
  const trials =
    release.method === 't-plausible'
      ? markFindings({ documents: release.documents, marks, truth: truth?.terms ?? null })
      : aboutFindings(whole, { degree, about: truth?.about ?? null });
  return {
    trials,
    findings: textFindings(whole, related.leaves, truth),
    // Topics are what an attacker has learned elsewhere, not those that a release was made by.
    claims: textsCheck(release, degree, contextsIn(whole), truth?.differs ?? null).claims,
    obstacles: obstaclesOf(whole),
    // The other methods must hide the text's subject.
    nothingHidden: release.method === 't-plausible' && termTotals(release.documents).hidden === 0,
    facts: factsOf(whole, degree),
    sections: [],
    revealing: marks === null || truth === null ? [] : marksTable(release.documents, marks, truth.terms),
    notices: [
      ...standing(release.documents),
      ...(marks !== null && marks.leaves.practice === null ? [UNPRACTISED] : []),
      // With the original it is known whether it is the hidden one: then the claim is false.
      ...(truth === null && tree !== null ? readable(readableTexts(release.documents, tree)) : []),
    ],
    singlingOut: {
      figure: 'how many texts are alone with terms that stand in them is in the verdict',
      answers: 'How many texts somebody finds who knows some terms of a person that were left as they were.',
      not: 'Who knows how somebody writes, or any sentence of a text.',
    },
    linking: {
      figure: 'none',
      answers: 'Nothing: no further data is linked to this kind of release.',
      not: 'Another copy of a text, in which the terms stand.',
    },
  };
}

const UNPRACTISED = {
  code: 'few-terms-to-practise-on',
  message:
    'too few terms of the tree stand in the texts as they were: terms are guessed in order of their relatedness, and how likely each is is not said',
};

const standing = (documents: StoredTexts['release']['documents']): Assessed['notices'] => {
  const message = standingSaid(documents);
  return message === null ? [] : [{ code: 'terms-that-stand', message }];
};

const readable = (texts: number): Assessed['notices'] =>
  texts === 0
    ? []
    : [
        {
          code: 'readable-terms',
          message: `in the plain words of ${plural(texts, 'text')} a term stands that a mark of the same text may hide: where it is the hidden one, anybody reads it; the original would tell (--original)`,
        },
      ];

/** The attacker's knowledge about entities or topics. */
function obstaclesOf({ contexts, topics, release: { method } }: StoredTexts): Evidence['obstacles'] {
  if (method === 'k-safe' && contexts === null)
    return [
      {
        way: 'learned',
        why: 'nothing is known of the entities that its texts may be about',
        remedy: 'give their contexts (--external contexts.json)',
      },
    ];
  if (method === 'k-confusable' && topics === null)
    return [
      {
        way: 'learned',
        why: 'nothing is known of the topics that its texts may have',
        remedy: 'give a classifier’s topics (--external topics.json)',
      },
    ];
  return [];
}

function factsOf({ release }: StoredTexts, degree: number | null): Assessed['facts'] {
  const { hidden, kept, behindNodes } = termTotals(release.documents);
  return [
    { label: 'Made', value: release.method },
    { label: DEGREES[release.method], value: degree === null ? 'not said' : grouped(degree) },
    { label: behindNodes ? 'Terms hidden behind a node (marks)' : 'Terms taken out (gaps)', value: grouped(hidden) },
    { label: 'Terms that stand as they were', value: grouped(kept) },
    {
      label: 'Texts in which an identifier was left',
      value: grouped(release.documents.filter((document) => identifiersIn(document).size > 0).length),
    },
  ];
}
