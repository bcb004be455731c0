import { readFile } from 'node:fs/promises';
import type { Contract } from '../contract/contract.ts';
import { drawMachines } from './diagram.ts';
import { type Report, spendOf, verdictLabels } from './report.ts';

/** The parts of a contract that the page shows: statements and machines. */
export type PageParts = Pick<Contract, 'statements' | 'machines'>;

/** Writes a report as one self-contained HTML page. */
export async function renderHtml(report: Report, { statements, machines }: PageParts): Promise<string> {
  const [page, colors, css, ...scripts] = await Promise.all(
    ['page.html', 'colors.css', 'page.css', 'evidence.js', 'sections.js', 'rules.js', 'page.js'].map(asset),
  );
  const named = new Set(report.results.flatMap((result) => result.statements));
  const quoted = Object.fromEntries(Object.entries(statements).filter(([id]) => named.has(id)));
  const drawings = await drawMachines(judgedMachines(report, machines), report.results);
  const data = {
    report,
    statements: quoted,
    labels: verdictLabels,
    machines: drawings,
    spend: spendOf(report.settlements),
  };
  const slots = [
    ['<style></style>', `<style>\n${colors}${css}</style>`],
    ['null</script>', `${embed(data)}</script>`],
    ['<script></script>', `<script>\n${scripts.join('')}</script>`],
  ] as const;
  // A function, since `replace` would expand "$&" in a replacement text.
  return slots.reduce((text, [slot, content]) => text.replace(slot, () => content), page ?? '');
}

/** The machines that have a rule in this run. */
function judgedMachines({ results }: Report, machines: Contract['machines']) {
  const judged = new Set(results.flatMap(({ rule, statements }) => [rule, ...statements]));
  return Object.values(machines).filter(({ of, transitions }) =>
    transitions.some(({ id, statements }) => (of ? statements.some((each) => judged.has(each)) : judged.has(id))),
  );
}

/** JSON that is safe inside a script element: it contains no `<`. */
function embed(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

function asset(name: string): Promise<string> {
  return readFile(new URL(`page/${name}`, import.meta.url), 'utf8');
}
