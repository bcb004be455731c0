import { deepFreeze } from './freeze.ts';
import { referencesOf, referring } from './references.ts';
import { mergeRules, shareRules } from './rules/merge.ts';
import { rulesOf } from './rules/rules.ts';
import type { Spec } from './spec.ts';
import type { HostView, Model, Rule, Service, Statement } from './types.ts';
import { viewOf } from './view/view.ts';

/** Builds the model of a specification in which no mistake was found. */
export function buildModel(spec: Spec): Model {
  const source = spec.service?.value;
  if (!source) throw new Error('The specification was not checked: it has no service.');

  const service: Service = {
    id: source.service,
    title: source.title,
    version: source.version,
    description: source.description,
    constants: Object.fromEntries(
      Object.entries(source.constants ?? {}).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : value.value,
      ]),
    ),
  };
  const statements = statementsOf(spec);
  const own = [...spec.all('host').values()].filter(({ file }) => !file.inherited);
  const bare = own.map((host) => viewOf(spec, service, host));
  const perHost = bare.map((view) => rulesOf(spec, view));
  const rules = mergeRules(perHost);
  const shared = shareRules(perHost, rules);
  const hosts = bare.map((view, index): HostView => {
    const own = shared[index] ?? [];
    return { ...view, rules: own, statements: statementTexts(own, statements) };
  });

  return deepFreeze({
    service,
    documents: Object.entries(source.documents).map(([id, title]) => ({ id, title })),
    statements,
    questions: [...spec.all('question').values()].map(({ id, value: { question: _, sides, ...rest } }) => ({
      id,
      sides: sides ?? [],
      ...rest,
    })),
    hosts,
    rules,
    sources: sourcesOf(spec),
    references: referencesOf(spec),
  });
}

function statementsOf(spec: Spec): Map<string, Statement> {
  const statements = new Map<string, Statement>();
  for (const [id, { value }] of spec.all('statement')) {
    const { document, section, kind, text, testable, note, excluded } = value;
    statements.set(id, {
      id,
      document,
      section,
      kind,
      text,
      testable,
      ...(note !== undefined && { note }),
      ...(excluded !== undefined && { excluded }),
    });
  }
  return statements;
}

function statementTexts(rules: readonly Rule[], statements: ReadonlyMap<string, Statement>): HostView['statements'] {
  const named: Record<string, { section: string; text: string }> = {};
  for (const id of [...new Set(rules.flatMap(({ from }) => from))].sort()) {
    const statement = statements.get(id);
    if (statement) named[id] = { section: statement.section, text: statement.text };
  }
  return named;
}

const sourceKinds = [...referring, 'question'] as const;

function sourcesOf(spec: Spec): Map<string, string> {
  const sources = new Map<string, string>();
  for (const kind of sourceKinds) {
    for (const [id, { file }] of spec.all(kind)) sources.set(`${kind}/${id}`, file.name);
  }
  return sources;
}
