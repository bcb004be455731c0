import { readFileSync } from 'node:fs';
import type { Reader } from '#generators/compare/change.ts';
import { underNewNames } from '#generators/compare/renamed-hosts.ts';
import type { Side } from '#generators/compare/side.ts';
import type { Machine } from '#generators/model/types.ts';
import { type DiffReport, levels, type ReportedChange, readers, worst } from '../report.ts';
import { drawPair } from './drawing.ts';
import { headings } from './markdown.ts';
import { htmlText, plotOf } from './plot.ts';
import { lostText, placeText, witnessText } from './text.ts';

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
  for (const level of levels) {
    const found = report.changes.filter((change) => worst(change, chosen) === level);
    if (found.length === 0) continue;
    parts.push(`<h2>${headings[level]}</h2>`);
    for (const change of found) parts.push(article(change, level, await figureOf(change, sides, drawn)));
  }
  const same = report.equivalences.map(
    ({ subject, by }) => `<li><code>${htmlText(subject)}</code>: ${htmlText(by)}</li>`,
  );
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${htmlText(`${report.before} to ${report.after}`)}</title><style>${css.join('')}</style>`,
    `<main><h1>${htmlText(report.before)} → ${htmlText(report.after)}</h1>${table(report)}`,
    ...(parts.length > 0 ? parts : ['<p>Nothing changed in meaning.</p>']),
    ...(same.length > 0 ? [`<h2>Written differently, and the same</h2><ul>${same.join('')}</ul>`] : []),
    '</main></html>',
  ].join('\n');
}

function table({ summary }: DiffReport): string {
  const rows = readers.map((reader) => {
    const cells = levels.map((level) => `<td>${summary[reader][level]}</td>`);
    return `<tr><th scope="row">${reader}</th>${cells.join('')}</tr>`;
  });
  const heads = levels.map((level) => `<th scope="col">${level}</th>`);
  return `<table><tr><th scope="col">for</th>${heads.join('')}</tr>${rows.join('')}</table>`;
}

function article(change: ReportedChange, level: string, figure: string): string {
  const place = placeText(change.after) ?? placeText(change.before);
  const facts: [string, string | undefined][] = [
    ['for', readers.map((reader) => `${reader} ${change.levels[reader]}`).join(', ')],
    ['at', place],
    ['hosts', change.hosts.join(', ')],
    ['statements', change.statements.join(', ')],
    ['why', change.reason],
    ['do', change.advice],
    ['witness', change.witness && witnessText(change.witness)],
    ['lost rule', change.run === undefined ? undefined : lostText(change)],
  ];
  const rows = facts.flatMap(([name, text]) => (text ? [`<dt>${name}</dt><dd>${sentenceHtml(text)}</dd>`] : []));
  const shell = change.curl === undefined ? '' : `<pre>${htmlText(change.curl)}</pre>`;
  const title = `<h3><code>${htmlText(change.kind)}</code> ${sentenceHtml(change.sentence)}</h3>`;
  return `<article class="${level}">${title}<dl>${rows.join('')}</dl>${shell}${figure}</article>`;
}

/** A sentence in which words between backticks are set as code. */
function sentenceHtml(text: string): string {
  return htmlText(text).replace(/`([^`]+)`/g, '<code>$1</code>');
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
