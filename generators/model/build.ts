import type { QuestionSource } from '../language/questions.ts';
import type { ServiceSource } from '../language/service.ts';
import { once } from '../once.ts';
import { type Entries, entriesOf } from './entries.ts';
import { Forms } from './forms.ts';
import { deepFreeze } from './freeze.ts';
import { referencesOf, referring } from './references.ts';
import { mergeRules } from './rules/merge.ts';
import { rulesOf } from './rules/rules.ts';
import type { Located, Spec, StatementEntry } from './spec.ts';
import type { HostView, Model, Question, Rule, Service, Statement } from './types.ts';
import { type BareView, viewOf } from './view/view.ts';

/** Builds the model of a specification in which no mistake was found. */
export function buildModel(spec: Spec): Model {
  const entries = entriesOf(spec);
  const [source] = entries.all('service').values();
  if (!source) throw new Error('The specification was not checked: it has no service.');

  const service = serviceOf(source);
  const statements = statementsOf(entries.all('statement'));
  const own = [...entries.all('host').values()].filter(({ file }) => !file.inherited);
  const bare = own.map((host) => shared(viewOf(entries, service, host)));
  const { rules, perHost } = mergeRules(bare.map((view) => ({ host: view.host.id, lists: rulesOf(entries, view) })));
  const hosts = bare.map((view, index): HostView => {
    const own = perHost[index] ?? [];
    const from = forms.of(
      `from/${view.host.id}`,
      own.map((rule) => rule.from),
    );
    return forms.of(`host/${view.host.id}`, { ...view, rules: own, statements: textsOf(statements)(from) });
  });
  forms.turn();

  return deepFreeze({
    service,
    documents: Object.entries(source.value.documents).map(([id, title]) => ({ id, title })),
    statements,
    questions: questionsOf(entries.all('question')),
    hosts,
    rules,
    sources: sourcesOf(entries),
    references: referencesOf(entries),
  });
}

/** The parts of the last model: most changes of a specification leave most of them as they are. */
const forms = new Forms();

/** A view whose parts are known by what they say. */
function shared(view: BareView): BareView {
  return {
    ...view,
    service: forms.of('service', view.service),
    host: forms.of('host', view.host),
    operations: forms.list('operation', view.operations),
    prices: forms.record('price', view.prices),
    catalogs: forms.record('catalog', view.catalogs),
    machines: forms.record('machine', view.machines),
    errors: forms.record('error', view.errors),
    limits: forms.list('limit', view.limits),
    scenarios: forms.list('scenario', view.scenarios),
    schemas: forms.record('schema', view.schemas),
  };
}

const serviceOf = once(({ value: source }: Located<ServiceSource>): Service => {
  const { title, version, description, constants = {} } = source;
  const values = Object.entries(constants).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.value,
  ]);
  return { id: source.service, title, version, description, constants: Object.fromEntries(values) };
});

const questionsOf = once((entries: ReadonlyMap<string, Located<QuestionSource>>): readonly Question[] =>
  [...entries.values()].map(({ id, value: { sides, ...rest } }) => ({ id, sides: sides ?? [], ...rest })),
);

const statementsOf = once((entries: ReadonlyMap<string, Located<StatementEntry>>): ReadonlyMap<string, Statement> => {
  const statements = new Map<string, Statement>();
  for (const [id, entry] of entries) statements.set(id, statementOf(entry));
  return statements;
});

const statementOf = once(({ id, value }: Located<StatementEntry>): Statement => {
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
});

const shownOf = once(({ section, text }: Statement) => ({ section, text }));

/** The statements that rules come from, as contracts quote them. */
export function statementTexts(
  rules: readonly Rule[],
  statements: ReadonlyMap<string, Statement>,
): HostView['statements'] {
  return textsOf(statements)(rules.map(({ from }) => from));
}

const textsOf = once((statements: ReadonlyMap<string, Statement>) => {
  const sorted = [...statements].sort(([one], [other]) => (one < other ? -1 : 1));
  return once((from: readonly (readonly string[])[]): HostView['statements'] => {
    const named: Record<string, { section: string; text: string }> = {};
    const ids = new Set<string>();
    for (const each of from) for (const id of each) ids.add(id);
    for (const [id, statement] of sorted) if (ids.has(id)) named[id] = shownOf(statement);
    return named;
  });
});

const sourceKinds = [...referring, 'question'] as const;

function sourcesOf(entries: Entries): Map<string, string> {
  const sources = new Map<string, string>();
  for (const kind of sourceKinds) {
    for (const [id, { file }] of entries.all(kind)) sources.set(`${kind}/${id}`, file.name);
  }
  return sources;
}
