import { entitiesOf } from '../emitters/typescript/variants.ts';
import type { Model, Price } from '../model/types.ts';
import { type DocumentedOperation, servedOperations, statementLinks } from './operations.ts';
import { type PageContent, statementsPage } from './page.ts';

/** The first page: the service, its hosts and its operations by area. */
export function indexPage(model: Model): PageContent {
  const operations = [...servedOperations(model)].flatMap(([id, served]) => {
    const prices = new Set(served.map(({ operation }) => operation.price?.id ?? 'free'));
    const [first] = served;
    return first
      ? [{ id, area: first.operation.area, summary: first.operation.summary, price: [...prices].join(', ') }]
      : [];
  });
  const hosts = model.hosts.map(({ host, operations: own }) => ({
    id: host.id,
    title: host.title,
    paid: { x402: 'per call, x402', bearer: 'from a balance', none: 'nothing' }[host.auth],
    network: host.payment?.network ?? '',
    operations: own.length,
  }));
  const areas = [...Map.groupBy(operations, ({ area }) => area)].map(([id, own]) => ({ id, operations: own }));
  const { title, description } = model.service;
  return { path: 'index.html', title, template: 'index', view: { description, hosts, areas } };
}

/** Every price: formula, sides of a conflict, the documents' own figures. */
export function pricesPage(model: Model): PageContent {
  const charging = [...servedOperations(model)];
  const prices = [...entitiesOf(model, ({ prices }) => prices)].flatMap(([id, found]) => {
    const [first] = found;
    if (!first) return [];
    return [
      {
        ...priceSection(model, first.value),
        hosts: [...new Set(found.map(({ view }) => view.host.id))].join(', '),
        operations: charging
          .filter(([, served]) => served.some((each) => costs(each, id)))
          .map(([operation]) => operation),
      },
    ];
  });
  return { path: 'prices.html', title: 'Prices', template: 'prices', view: { prices } };
}

function costs({ operation }: DocumentedOperation, price: string): boolean {
  return operation.price?.id === price;
}

function priceSection(model: Model, { id, summary, kind, rounding, inputs, formula, sides, examples }: Price) {
  return {
    id,
    summary,
    kind,
    rounding,
    formula: [...Object.entries(inputs).map(([name, input]) => `${name} = ${input.text}`), formula.text].join('\n'),
    sides: sides.map(({ text }) => text),
    examples: examples.map((example) => ({
      call: JSON.stringify(example.request ?? example.query ?? example.params ?? {}).slice(0, 200),
      usd: example.usd,
      statements: statementLinks(model, example.from),
    })),
  };
}

/** Every error: status, body, whether it is charged, and the operations that answer with it. */
export function errorsPage(model: Model): PageContent {
  const operations = [...servedOperations(model)];
  const errors = [...entitiesOf(model, (view) => view.errors)].flatMap(([id, [first]]) =>
    first
      ? [
          {
            id,
            http: first.value.http,
            summary: first.value.summary,
            charged: { true: 'yes', false: 'no', unknown: 'not stated' }[String(first.value.charged)] ?? '',
            body: first.value.body ? JSON.stringify(first.value.body).slice(0, 240) : '',
            operations: operations
              .filter(([, served]) => served.some(({ operation }) => operation.errors.includes(id)))
              .map(([operation]) => operation),
          },
        ]
      : [],
  );
  return { path: 'errors.html', title: 'Errors', template: 'errors', view: { errors } };
}

/** The questions that the documents leave open, with the decision. */
export function questionsPage(model: Model): PageContent {
  const questions = model.questions.map((question) => ({
    ...question,
    statements: statementLinks(model, question.statements),
  }));
  return { path: 'questions.html', title: 'Questions', template: 'questions', view: { questions } };
}

/** The statements of one document by section, with the operations whose rules encode them. */
export function statementPages(model: Model): readonly PageContent[] {
  const encoded = new Map<string, Set<string>>();
  for (const { operation, from } of model.rules) {
    for (const id of operation === undefined ? [] : from)
      encoded.set(id, (encoded.get(id) ?? new Set()).add(operation ?? ''));
  }
  return model.documents.map(({ id: document, title }) => {
    const own = [...model.statements.values()].filter((statement) => statement.document === document);
    const sections = [...Map.groupBy(own, ({ section }) => section)].map(([section, statements]) => ({
      title: section,
      statements: statements.map(({ id, kind, text, excluded }) => ({
        id,
        kind,
        text,
        excluded: excluded ?? '',
        operations: [...(encoded.get(id) ?? [])].slice(0, 12),
      })),
    }));
    return { path: statementsPage(document), title, template: 'statements', view: { sections } };
  });
}
