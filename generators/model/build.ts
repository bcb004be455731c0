import type { QuestionSource } from '../language/questions.ts';
import type { ServiceSource } from '../language/service.ts';
import { deepFreeze } from './freeze.ts';
import { referencesOf, referring } from './references.ts';
import { mergeRules } from './rules/merge.ts';
import { rulesOf } from './rules/rules.ts';
import { documentsOf, type Located, type Spec, type StatementEntry } from './spec.ts';
import type { HostView, Model, Question, Rule, Service, Statement } from './types.ts';
import { commonViews, viewOf } from './view/view.ts';

/** Builds the model of a specification in which no mistake was found. */
export function buildModel(spec: Spec): Model {
  const source = spec.service;
  if (!source) throw new Error('The specification was not checked: it has no service.');

  const service = serviceOf(source);
  const statements = new Map([...spec.all('statement')].map(([id, entry]) => [id, statementOf(entry)]));
  const own = [...spec.all('host').values()].filter(({ file }) => file.depth === 0);
  const common = commonViews(spec, service);
  const bare = own.map((host) => viewOf(spec, common, host));
  const { rules, perHost } = mergeRules(bare.map((view) => ({ host: view.host.id, rules: rulesOf(spec, view) })));
  const hosts = bare.map((view, index): HostView => {
    const own = perHost[index] ?? [];
    return { ...view, rules: own, statements: statementTexts(own, statements) };
  });

  return deepFreeze({
    service,
    documents: documentsOf(spec),
    statements,
    questions: [...spec.all('question').values()].map(questionOf),
    hosts,
    rules,
    sources: sourcesOf(spec),
    references: referencesOf(spec),
  });
}

function serviceOf({ value: source }: Located<ServiceSource>): Service {
  const { title, version, description, constants = {} } = source;
  const values = Object.entries(constants).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.value,
  ]);
  return { id: source.service, title, version, description, constants: Object.fromEntries(values) };
}

function questionOf({ id, value: { sides, ...rest } }: Located<QuestionSource>): Question {
  return { id, sides: sides ?? [], ...rest };
}

function statementOf({ id, value }: Located<StatementEntry>): Statement {
  const { document, section, kind, text, testable, note, excluded } = value;
  return {
    id,
    document,
    section,
    kind,
    text,
    testable,
    ...(note !== undefined && { note }),
    ...(excluded !== undefined && { excluded }),
  };
}

/** The statements that rules come from, as contracts quote them. */
export function statementTexts(
  rules: readonly Rule[],
  statements: ReadonlyMap<string, Statement>,
): HostView['statements'] {
  const ids = new Set<string>();
  for (const { from } of rules) for (const id of from) ids.add(id);
  const named = [...ids].sort().flatMap((id) => {
    const statement = statements.get(id);
    return statement ? [[id, { section: statement.section, text: statement.text }] as const] : [];
  });
  return Object.fromEntries(named);
}

const sourceKinds = [...referring, 'question'] as const;

function sourcesOf(spec: Spec): Map<string, string> {
  const sources = new Map<string, string>();
  for (const kind of sourceKinds) {
    for (const [id, { file }] of spec.all(kind)) if (file.depth === 0) sources.set(`${kind}/${id}`, file.name);
  }
  return sources;
}
