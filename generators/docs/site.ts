import { readFileSync } from 'node:fs';
import type { Change } from '../compare/change.ts';
import type { Model } from '../model/types.ts';
import { machinesPage } from './machines.ts';
import { type CallExamples, operationPage, statementLinks } from './operations.ts';
import { type PageContent, pageOf, type SiteFile, statementsPage, unlessEmpty } from './page.ts';
import { errorsPage, indexPage, pricesPage, questionsPage, statementPages } from './pages.ts';
import { paymentsPage } from './payments.ts';
import { servedOperations } from './served.ts';

export type { SiteFile } from './page.ts';

/** The changes from one release to the next. */
export interface ReleaseChanges {
  readonly before: string;
  readonly after: string;
  /** The strictest for callers first, each with its witness in words. */
  readonly changes: readonly (Change & { readonly proof?: string })[];
}

/** Contents of the site besides the specification. */
export interface SiteContents {
  readonly changes: readonly ReleaseChanges[];
  /** The script that the pages with prices calculate by. */
  readonly calculators: string;
  /** Calls by operation. */
  readonly examples: ReadonlyMap<string, CallExamples>;
}

/** The documentation site of a specification: static files that link only to each other. */
export async function siteOf(
  model: Model,
  { changes, calculators, examples }: SiteContents,
): Promise<readonly SiteFile[]> {
  const pages: readonly PageContent[] = [
    indexPage(model),
    ...[...servedOperations(model)].map(([id, served]) => operationPage(model, id, served, examples.get(id))),
    ...pricesPage(model),
    ...(await machinesPage(model)),
    ...errorsPage(model),
    ...paymentsPage(model),
    ...questionsPage(model),
    ...changesPage(model, changes),
    ...statementPages(model),
  ];
  return [
    ...pages.map((page) => pageOf(model, page, pages)),
    { path: 'assets/site.css', text: asset('site.css') },
    { path: 'assets/site.js', text: asset('site.js') },
    { path: 'assets/search.js', text: `globalThis.searchable = ${JSON.stringify(searchable(model))};\n` },
    { path: 'assets/calculators.js', text: calculators },
  ];
}

function changesPage(model: Model, steps: readonly ReleaseChanges[]): readonly PageContent[] {
  const view = {
    steps: steps.map(({ before, after, changes }) => ({
      before,
      after,
      same: changes.length === 0,
      changes: changes.map(({ kind, sentence, levels, hosts, advice, proof, statements }) => ({
        ...{ kind, sentence, hosts, advice, proof },
        ...levels,
        statements: statementLinks(model, statements),
      })),
    })),
  };
  return unlessEmpty(steps, { path: 'changes.html', title: 'Changes', template: 'changes', view });
}

function asset(name: string): string {
  return readFileSync(new URL(`../../templates/docs/${name}`, import.meta.url), 'utf8');
}

/** Entries of the search: `[title, text, address]`. */
function searchable(model: Model): readonly (readonly [string, string, string])[] {
  const { rules, statements, questions, hosts } = model;
  const prices = new Map(
    hosts.flatMap((view) => Object.values(view.prices).map((price) => [price.id, price] as const)),
  );
  const errors = new Map(
    hosts.flatMap((view) => Object.values(view.errors).map((error) => [error.id, error] as const)),
  );
  return [
    ...[...servedOperations(model)].flatMap(([id, [first]]) =>
      first ? [[id, `${first.operation.summary} ${first.operation.path}`, `operations/${id}.html`] as const] : [],
    ),
    ...[...prices.values()].map(({ id, summary }) => [id, summary, `prices.html#${id}`] as const),
    ...[...errors.values()].map(({ id, summary }) => [id, summary, `errors.html#${id}`] as const),
    ...questions.map(({ id, decision }) => [id, decision, `questions.html#${id}`] as const),
    ...rules.flatMap(({ id, summary, operation }) =>
      operation === undefined ? [] : [[id, summary, `operations/${operation}.html#${id}`] as const],
    ),
    ...[...statements.values()].map(
      ({ id, text, document }) => [id, text, `${statementsPage(document)}#${id}`] as const,
    ),
  ];
}
