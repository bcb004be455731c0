import { once } from '../once.ts';
import { Forms } from './forms.ts';
import { deepFreeze } from './freeze.ts';
import { referencesOf, referring } from './references.ts';
import { mergeRules } from './rules/merge.ts';
import { rulesOf } from './rules/rules.ts';
import type { Located, Spec, StatementEntry } from './spec.ts';
import type { HostView, Model, Rule, Service, Statement } from './types.ts';
import { type BareView, viewOf } from './view/view.ts';

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
  const bare = own.map((host) => shared(viewOf(spec, service, host)));
  const { rules, perHost } = mergeRules(bare.map((view) => ({ host: view.host.id, lists: rulesOf(spec, view) })));
  const hosts = bare.map((view, index): HostView => {
    const own = perHost[index] ?? [];
    return forms.of(`host/${view.host.id}`, { ...view, rules: own, statements: statementTexts(own, statements) });
  });
  forms.turn();

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

function statementsOf(spec: Spec): Map<string, Statement> {
  const statements = new Map<string, Statement>();
  for (const [id, entry] of spec.all('statement')) statements.set(id, statementOf(entry));
  return statements;
}

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
  const named: Record<string, { section: string; text: string }> = {};
  const ids = new Set<string>();
  for (const { from } of rules) for (const id of from) ids.add(id);
  for (const [id, statement] of sortedById(statements)) if (ids.has(id)) named[id] = shownOf(statement);
  return named;
}

const sortedById = once((statements: ReadonlyMap<string, Statement>) =>
  [...statements].sort(([one], [other]) => (one < other ? -1 : 1)),
);

const sourceKinds = [...referring, 'question'] as const;

function sourcesOf(spec: Spec): Map<string, string> {
  const sources = new Map<string, string>();
  for (const kind of sourceKinds) {
    for (const [id, { file }] of spec.all(kind)) sources.set(`${kind}/${id}`, file.name);
  }
  return sources;
}
