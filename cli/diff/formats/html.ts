import { readFileSync } from 'node:fs';
import { htmlSentence, htmlText } from '#conformance/report/escape/html.ts';
import type { Reader } from '#generators/compare/change.ts';
import { underNewNames } from '#generators/compare/renamed-hosts.ts';
import type { Side } from '#generators/compare/side.ts';
import type { Machine } from '#generators/model/types.ts';
import { type ChangeGroup, groupsOf } from '../groups.ts';
import { isForCallers } from '../reader-words.ts';
import { type DiffReport, levels, type ReportedChange } from '../report.ts';
import { drawPair } from './drawing.ts';
import { headings } from './markdown.ts';
import { plotOf } from './plot.ts';
import { factsOf, shownChanges } from './text.ts';

/** Lays a report out as one page without scripts: prices plotted, machines side by side. */
export async function htmlOf(
  report: DiffReport,
  chosen: readonly Reader[],
  sides: readonly [Side, Side],
): Promise<string> {
  const css = ['../../../conformance/report/page/colors.css', './page.css'].map((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  );
  const parts: string[] = [];
  const drawn = new Set<string>();
  const groups = groupsOf(shownChanges(report, chosen), chosen, report.changes);
  for (const level of levels) {
    const found = groups.filter((group) => group.level === level);
    if (found.length === 0) continue;
    parts.push(`<h2>${headings[level]}</h2>`);
    for (const group of found) parts.push(article(group, chosen, await figureOf(group.changes[0], sides, drawn)));
  }
  const equivalences = isForCallers(chosen) ? [] : report.equivalences;
  const same = equivalences.map(({ subject, by }) => `<li><code>${htmlText(subject)}</code>: ${htmlText(by)}</li>`);
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${htmlText(`${report.before} to ${report.after}`)}</title><style>${css.join('')}</style>`,
    `<main><h1>${htmlText(report.before)} → ${htmlText(report.after)}</h1>${table(report, chosen)}`,
    ...(parts.length > 0 ? parts : ['<p>Nothing changed in meaning.</p>']),
    ...(same.length > 0 ? [`<h2>Written differently</h2><ul>${same.join('')}</ul>`] : []),
    '</main></html>',
  ].join('\n');
}

function table({ summary }: DiffReport, chosen: readonly Reader[]): string {
  const rows = chosen.map((reader) => {
    const cells = levels.map((level) => `<td>${summary[reader][level]}</td>`);
    return `<tr><th scope="row">${reader}</th>${cells.join('')}</tr>`;
  });
  const heads = levels.map((level) => `<th scope="col">${level}</th>`);
  return `<table><tr><th scope="col">for</th>${heads.join('')}</tr>${rows.join('')}</table>`;
}

function article(
  { headline, level, changes: [first, ...more] }: ChangeGroup,
  chosen: readonly Reader[],
  figure: string,
): string {
  const rows = factsOf(first, chosen).map(([name, text]) =>
    name === 'request'
      ? `<dt>request</dt><dd><pre>${htmlText(text)}</pre></dd>`
      : `<dt>${name}</dt><dd>${htmlSentence(text)}</dd>`,
  );
  const also = more.map(({ sentence }) => `<dt>also</dt><dd>${htmlSentence(sentence)}</dd>`);
  const title = `<h3><code>${htmlText(first.kind)}</code> ${htmlSentence(headline)}</h3>`;
  const details = `<details><summary>Details</summary><dl>${[...rows, ...also].join('')}</dl></details>`;
  return `<article class="${level}">${title}${details}${figure}</article>`;
}

async function figureOf(change: ReportedChange, sides: readonly [Side, Side], drawn: Set<string>): Promise<string> {
  if (change.figure)
    return `<figure>${plotOf(change.figure)}<figcaption>dashed: before; solid: after</figcaption></figure>`;
  const id = /^(?:machine|transition|invariant)\/([^.]+)/.exec(change.subject)?.[1];
  // One drawing shows all that changed in a machine.
  if (id === undefined || drawn.has(id)) return '';
  drawn.add(id);
  const older = underNewNames(sides[0])(sides[1]);
  const [before, after] = await drawPair(machineOf(older, id, change.hosts), machineOf(sides[1], id, change.hosts));
  return `<figure class="pair"><div>${before}</div><div>${after}</div><figcaption>${htmlText(id)} before and after</figcaption></figure>`;
}

function machineOf({ release }: Side, id: string, hosts: readonly string[]): Machine | undefined {
  return release.hosts.find((view) => hosts.includes(view.host.id) && view.machines[id])?.machines[id];
}
