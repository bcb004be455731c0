import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import { type Code, Fragment, layout, type Print } from './code.ts';

/** Helpers that templates may use: layout only, so that emitters decide the content. */
const knownHelpers = { each: true, if: true };

const compiled = new Map<string, HandlebarsTemplateDelegate<object>>();

/** Renders a view with a template of `templates/`, such as `rules.md`; throws if the view lacks a name. */
export function render(template: string, view: object): string {
  return layoutOf(template, true)(view);
}

/** Renders a view as HTML: every value is escaped, except those that the template writes in triple braces. */
export function renderHtml(template: string, view: object): string {
  return layoutOf(template, false)(view);
}

function layoutOf(template: string, noEscape: boolean): HandlebarsTemplateDelegate<object> {
  const known = compiled.get(template);
  if (known) return known;
  const text = readFileSync(new URL(`../../templates/${template}.hbs`, import.meta.url), 'utf8');
  const layout = Handlebars.compile<object>(text, { noEscape, strict: true, knownHelpers, knownHelpersOnly: true });
  compiled.set(template, layout);
  return layout;
}

/** The values of a template of TypeScript: code or text by name, and lists of these. */
export type View = Code | undefined | readonly View[] | Names;

/** Names with what stands for them. */
type Names = { readonly [name: string]: View };

/** Code that a template of `templates/` lays out. */
export function renderCode(template: string, view: Names): Code {
  return layout(codeIn(view), (print) => render(template, printedNames(view, print)));
}

function codeIn(view: View): readonly Code[] {
  if (typeof view !== 'object' || view instanceof Fragment) return view === undefined ? [] : [view];
  return Object.values(view).flatMap(codeIn);
}

function printedNames(view: Names, print: Print): object {
  return Object.fromEntries(Object.entries(view).map(([name, each]) => [name, printed(each, print)]));
}

function printed(view: View, print: Print): unknown {
  if (view instanceof Fragment) return print(view);
  if (typeof view !== 'object') return view;
  return isList(view) ? view.map((each) => printed(each, print)) : printedNames(view, print);
}

function isList(view: Exclude<View, Code | undefined>): view is readonly View[] {
  return Array.isArray(view);
}
