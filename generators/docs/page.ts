import type { Model } from '../model/types.ts';
import { renderHtml } from '../output/templating.ts';

/** A file of the documentation site. */
export interface SiteFile {
  /** Relative to the site's folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** One page: its template of `templates/docs/`, and what that lays out. */
export interface PageContent {
  readonly path: string;
  readonly title: string;
  readonly template: string;
  readonly view: object;
  /** True for a page with a price calculator. */
  readonly calculates?: boolean;
}

/** A page, unless it would show nothing. */
export function unlessEmpty(entries: readonly unknown[], page: PageContent): readonly PageContent[] {
  return entries.length > 0 ? [page] : [];
}

/** Lays out one page within the frame that all pages share; it links to those at the root of the site. */
export function pageOf(
  { service, documents }: Model,
  { path, title, template, view, calculates = false }: PageContent,
  pages: readonly PageContent[],
): SiteFile {
  const root = '../'.repeat(path.split('/').length - 1);
  const names = new Map(documents.map(({ id }) => [statementsPage(id), `Statements: ${id}`]));
  const links = pages
    .filter((page) => !page.path.includes('/'))
    .map((page) => ({
      href: root + page.path,
      text: names.get(page.path) ?? (page.path === 'index.html' ? 'Operations' : page.title),
      current: page.path === path,
    }));
  const content = renderHtml(`docs/${template}.html`, view);
  const frame = { title, service: service.title, version: service.version, root, links, calculates, content };
  return { path, text: withCode(renderHtml('docs/frame.html', frame)) };
}

/** Elements whose text is shown as it is. */
const plain = new Set(['title', 'textarea', 'option', 'script', 'pre', 'code']);

/** A page in which words between backticks are set as code, as sentences of rules and changes write them. */
function withCode(html: string): string {
  return html.replace(/<(\w+)([^>]*)>([^<]*&#x60;[^<]*)/g, (whole, tag: string, about: string, text: string) =>
    plain.has(tag) ? whole : `<${tag}${about}>${text.replace(/&#x60;(.+?)&#x60;/g, '<code>$1</code>')}`,
  );
}

/** The page with the statements of a document. */
export function statementsPage(document: string): string {
  return `statements-${document}.html`;
}
