import { html, type Markup } from '../../../shared/report/html.ts';
import { type KeptAudit, type ResultFile, verdictLine } from '../results.ts';
import { colouredVerdict, frame } from './frame.ts';
import { STALE, whenOf } from './home.ts';
import { fileList } from './task.ts';

/** One of the earlier audits. */
export function auditPage(base: string, { id, name, finished, folder, stale }: KeptAudit, files: readonly ResultFile[]): Markup {
  const here = `${base}audits/${id}`;
  const body = html`<h1><bdi>${name}</bdi></h1><p class="headline">${colouredVerdict(verdictLine(folder))}</p><p class="note">${finished !== '' && `Finished ${whenOf(finished)}${stale ? STALE : ''}. `}In ${folder}.</p>
<div class="actions">${files.some(({ key }) => key === 'report.html') && html`<a class="button" href="${here}/report">Open the report</a>`}<a class="button is-quiet" href="${here}/zip">Download everything (.zip)</a></div>${fileList(`${here}/files`, files)}`;
  return frame({ title: name, base, body });
}

/** What is said where something cannot be shown or done. */
export const messagePage = (base: string, title: string, message: string): Markup =>
  frame({ title, base, body: html`<h1>${title}</h1><p>${message}</p><p><a href="${base}">Back to the first page</a></p>` });
