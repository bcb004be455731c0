import { readFile } from 'node:fs/promises';
import type { Contract } from '../contract.ts';
import type { Report } from './report.ts';

/** Writes a report as one HTML page that needs nothing beside it. */
export async function renderHtml(report: Report, statements: Contract['statements']): Promise<string> {
  const [page, css, js] = await Promise.all(['page.html', 'page.css', 'page.js'].map(asset));
  const named = new Set(report.results.flatMap((result) => result.statements));
  const quoted = Object.fromEntries(Object.entries(statements).filter(([id]) => named.has(id)));
  const slots = [
    ['<style></style>', `<style>\n${css}</style>`],
    ['null</script>', `${embed({ report, statements: quoted })}</script>`],
    ['<script></script>', `<script>\n${js}</script>`],
  ] as const;
  // A function, since "$&" in the data would otherwise be read as a pattern.
  return slots.reduce((text, [slot, content]) => text.replace(slot, () => content), page ?? '');
}

/** JSON that no HTML parser can leave early: `<` does not occur in it. */
function embed(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

function asset(name: string): Promise<string> {
  return readFile(new URL(`page/${name}`, import.meta.url), 'utf8');
}
