import type { DriftReport } from '#conformance/drift/drift.ts';
import { movedKinds } from '#conformance/drift/moved.ts';
import { pc } from '#conformance/report/colors.ts';
import { terminalText } from '#conformance/report/escape/terminal.ts';
import { count } from '../diagnostics.ts';
import type { News } from './history.ts';

/** The output of `drift`: differences by kind, news since the last run, and the extent of the comparison. */
export function driftLines(
  { target, moved, compared, unseen }: DriftReport,
  reference: 'release' | 'specification',
  news?: News,
): readonly string[] {
  const isNew = new Set(news?.since === undefined ? [] : news.appeared);
  const lines = movedKinds.flatMap((kind) => {
    const own = moved.filter((each) => each.kind === kind);
    if (own.length === 0) return [];
    return [
      '',
      pc.bold(`${kind} (${own.length})`),
      ...own.flatMap(({ id, also = [], text, before, after, request, statements = [] }) => [
        `  ${[id, ...also].some((each) => isNew.has(each)) ? pc.red('new ') : ''}${terminalText(text)}`,
        ...(also.length > 0 ? [pc.dim(terminalText(`    likewise ${likewise(also)}`))] : []),
        ...(before !== undefined && after !== undefined
          ? [pc.dim(terminalText(`    ${reference} ${JSON.stringify(before)}, live ${JSON.stringify(after)}`))]
          : []),
        ...(request !== undefined ? [pc.dim(terminalText(`    ${[request, ...statements].join('  ')}`))] : []),
      ]),
    ];
  });
  const total = Object.entries(compared).map(([what, amount]) => `${amount} ${what}`);
  return [
    `${target.host} at ${target.url}: ${moved.length === 0 ? `as in the ${reference}` : `${count(moved.length, 'difference')}`}`,
    ...lines,
    '',
    ...(news?.since !== undefined ? [terminalText(newsText(news, reference))] : []),
    ...unseen.map((text) => pc.dim(terminalText(`Not compared: ${text}`))),
    `Compared ${total.join(', ')}; nothing was paid.`,
  ];
}

/** At most three names, and the number of further ones. */
function likewise(ids: readonly string[]): string {
  const more = ids.length - 3;
  return `${ids.slice(0, 3).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function newsText({ since, appeared, vanished }: News, reference: string): string {
  return `Since ${since}: ${appeared.length} new, ${vanished.length} as in the ${reference} again${
    vanished.length > 0 ? ` (${vanished.join(', ')})` : ''
  }.`;
}
