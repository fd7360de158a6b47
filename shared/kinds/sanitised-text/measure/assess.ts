import type { Assessed } from '../../../app/audit/plain/plain-kind.ts';
import { plural } from '../../../app/audit/publish/text.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { grouped } from '../../../core/findings/figure-text.ts';
import type { Trial } from '../../../core/findings/finding.ts';
import { leading } from '../../../core/findings/leading.ts';
import type { Short } from '../../../core/sanitise/check-sanitised.ts';
import { checkPlausible, checkSafe } from '../../../core/sanitise/check-sanitised.ts';
import { readableTexts } from '../../../core/sanitise/plain-words.ts';
import { DEGREES } from '../../../core/sanitise/sanitised-file.ts';
import type { Obstacle } from '../../../core/verdict/verdict.ts';
import type { RelatedTexts } from '../attack/relate-texts.ts';
import type { Truth } from '../read/open.ts';
import { contextsIn, type StoredTexts, treeIn } from '../read/stored-texts.ts';
import { aboutFindings } from './about-findings.ts';
import { DIFFERS } from './differs.ts';
import { markFindings, marksTable } from './mark-findings.ts';
import { standingSaid, termTotals } from './terms-said.ts';

interface TextEvidence {
  readonly truth: Truth | null;
  readonly related: RelatedTexts;
  readonly request: AuditRequest;
}

/** All attacks on the texts, with what the page says of them. */
export function assessTexts(whole: StoredTexts, { truth, related, request }: TextEvidence): Assessed {
  const { release } = whole;
  const degree = request.claim.k ?? release.degree;
  const tree = treeIn(whole);
  const marks = tree === null || related.leaves === null ? null : { tree, leaves: related.leaves };
  const findings =
    release.method === 't-plausible'
      ? markFindings({ documents: release.documents, marks, truth: truth?.terms ?? null })
      : aboutFindings(whole, { degree, about: truth?.about ?? null });
  return {
    findings,
    lead: leading(findings, () => true),
    obstacles: obstaclesOf(whole, findings[0] as Trial, truth),
    claim: claimOf(whole, degree, truth),
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
      figure: 'none',
      answers: 'Nothing: whose a text is was not looked at. Its words stand as they were but for what was marked.',
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

/** What keeps the first finding, on which the verdict rests, from being said. */
function obstaclesOf({ contexts, topics, release: { method } }: StoredTexts, { status, reason }: Trial, truth: Truth | null): Obstacle[] {
  if (method === 'k-safe' && contexts === null)
    return [
      { why: 'nothing is known of the entities that its texts may be about', remedy: 'give their contexts (--external contexts.json)' },
    ];
  if (method === 'k-confusable' && topics === null)
    return [
      { why: 'nothing is known of the topics that its texts may have', remedy: 'give a classifier’s topics (--external topics.json)' },
    ];
  if (truth === null)
    return [{ why: 'nobody can say how much of what is hidden is told rightly', remedy: 'give the original (--original)' }];
  return status === 'decided' ? [] : [{ why: reason, remedy: 'give what is missing, or another source (--source)' }];
}

function claimOf(whole: StoredTexts, degree: number | null, truth: Truth | null): Assessed['claim'] {
  const { method } = whole.release;
  const short = degree === null ? null : shortOf(whole, degree);
  const texts = new Set(short?.map(({ text }) => text)).size;
  const differ = Map.groupBy(truth?.differs.filter((each) => each !== null) ?? [], (each) => each);
  return {
    checked: short !== null || truth !== null,
    broken: [
      ...(texts === 0 ? [] : [`${plural(texts, 'text')} ${FALLS_SHORT[method]} ${DEGREES[method]} = ${degree}`]),
      ...Array.from(differ, ([why, own]) => `of ${plural(own.length, 'text')} ${DIFFERS[why]}`),
    ],
  };
}

const FALLS_SHORT: Readonly<Record<string, string>> = {
  't-plausible': 'may come from fewer base texts than',
  'k-safe': 'say of a protected entity what fewer others cover than',
};

/**
 * Texts that are not what is claimed; null where what it takes to tell is not known. Topics are what an attacker has learned elsewhere: what is claimed is
 * claimed by those that the release was made by, which `unveil check` is given.
 */
function shortOf(whole: StoredTexts, degree: number): readonly Short[] | null {
  const { release } = whole;
  if (release.method === 't-plausible') return checkPlausible(release, degree);
  const contexts = contextsIn(whole);
  return contexts === null ? null : checkSafe(release, contexts.contexts, contexts.protected, degree);
}

function factsOf({ release }: StoredTexts, degree: number | null): Assessed['facts'] {
  const { hidden, kept, behindNodes } = termTotals(release.documents);
  return [
    { label: 'Made', value: release.method },
    { label: DEGREES[release.method], value: degree === null ? 'not said' : grouped(degree) },
    { label: behindNodes ? 'Terms hidden behind a node (marks)' : 'Terms taken out (gaps)', value: grouped(hidden) },
    { label: 'Terms that stand as they were', value: grouped(kept) },
  ];
}
