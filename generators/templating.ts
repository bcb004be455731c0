import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

/** Helpers a template may use: layout only, so that what is written is decided in the emitters. */
const knownHelpers = { each: true, if: true };

const compiled = new Map<string, HandlebarsTemplateDelegate<object>>();

/** Lays a view out with a template of `templates/`, such as `rules.md`; a name that the view lacks is a bug and throws. */
export function render(template: string, view: object): string {
  let layout = compiled.get(template);
  if (!layout) {
    const text = readFileSync(new URL(`../templates/${template}.hbs`, import.meta.url), 'utf8');
    layout = Handlebars.compile<object>(text, { noEscape: true, strict: true, knownHelpers, knownHelpersOnly: true });
    compiled.set(template, layout);
  }
  return layout(view);
}
