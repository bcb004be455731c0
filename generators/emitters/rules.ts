import type { EmittedFile, Emitter } from '../emitter.ts';
import type { Model, Rule } from '../model/types.ts';
import { printJson } from '../output/json.ts';
import { render } from '../templating.ts';

/** Emits the index of every rule, for machines and for readers. */
export const rules: Emitter = {
  name: 'rules',
  emit: (model) => [asJson(model), asMarkdown(model)],
};

function asJson({ rules }: Model): EmittedFile {
  return { path: 'rules.json', text: printJson(rules) };
}

function asMarkdown({ service, rules, hosts }: Model): EmittedFile {
  const areas = new Map(hosts.flatMap((view) => view.operations.map(({ id, area }) => [id, area] as const)));
  const sections = Map.groupBy(rules, (rule) => section(rule, areas));

  const view = {
    title: service.title,
    version: service.version,
    total: rules.length,
    tiers: ['must', 'info', 'none'].map((tier) => ({ tier, count: rules.filter((rule) => rule.tier === tier).length })),
    sections: [...sections].sort().map(([title, members]) => ({ title, rules: members.map(row) })),
  };
  return { path: 'rules.md', text: render('rules.md', view) };
}

/** Rules of operations stand under their area, the others under their kind. */
function section({ operation, kind }: Rule, areas: ReadonlyMap<string, string>): string {
  const name = (operation && areas.get(operation)) ?? kind;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function row({ id, tier, from, hosts, summary }: Rule) {
  return { id, tier, statements: from.join(', '), hosts: hosts.join(', '), summary: cell(summary) };
}

/** Text that stays within its cell of a Markdown table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}
