import { entitiesOf } from '../emitters/typescript/variants.ts';
import type { Model, Price } from '../model/types.ts';
import { statementLinks } from './operations.ts';
import { type PageContent, statementsPage, unlessEmpty } from './page.ts';
import { costOf, servedOperations } from './served.ts';

/** The first page: the service, its hosts and its operations by area. */
export function indexPage(model: Model): PageContent {
  const operations = [...servedOperations(model)].flatMap(([id, served]) => {
    const [first] = served;
    if (!first) return [];
    const { area, summary, method, path } = first.operation;
    return [{ id, area, summary, request: `${method} ${path}`, cost: costOf(first) }];
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

/** Every price: formula, sides of a conflict, the documents' own figures; no page where there is none. */
export function pricesPage(model: Model): readonly PageContent[] {
  const charging = [...servedOperations(model)];
  const prices = [...entitiesOf(model, ({ prices }) => prices)].flatMap(([id, found]) => {
    const [first] = found;
    if (!first) return [];
    return [
      {
        ...priceSection(model, first.value),
        hosts: [...new Set(found.map(({ view }) => view.host.id))].join(', '),
        operations: charging.flatMap(([operation, served]) => {
          const use = served.find((each) => each.operation.price?.id === id);
          return use ? [{ id: operation, cost: costOf(use) }] : [];
        }),
      },
    ];
  });
  return unlessEmpty(prices, { path: 'prices.html', title: 'Prices', template: 'prices', view: { prices } });
}

function priceSection(model: Model, { id, summary, kind, rounding, inputs, formula, sides, examples }: Price) {
  const lines = [...Object.entries(inputs).map(([name, input]) => `${name} = ${input.text}`), formula.text];
  const names = new Set([...lines, ...sides.map(({ text }) => text)].join('\n').match(/[a-z_]\w*/gi));
  return {
    id,
    summary,
    kind,
    rounding,
    formula: lines.join('\n'),
    constants: Object.entries(model.service.constants)
      .filter(([name]) => names.has(name))
      .map(([name, value]) => ({ name, value })),
    sides: sides.map(({ text }) => text),
    examples: examples.map((example) => ({
      call: JSON.stringify(example.request ?? example.query ?? example.params ?? {}).slice(0, 200),
      usd: example.usd,
      statements: statementLinks(model, example.from),
    })),
  };
}

/** Every error: status, body, whether it is charged, and the operations that answer with it. */
export function errorsPage(model: Model): readonly PageContent[] {
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
  return unlessEmpty(errors, { path: 'errors.html', title: 'Errors', template: 'errors', view: { errors } });
}

/** The questions that the documents leave open, with the decision. */
export function questionsPage(model: Model): readonly PageContent[] {
  const questions = model.questions.map((question) => ({
    ...question,
    statements: statementLinks(model, question.statements),
  }));
  return unlessEmpty(questions, {
    path: 'questions.html',
    title: 'Questions',
    template: 'questions',
    view: { questions },
  });
}

/** The statements of one document by section, with the operations whose rules encode them. */
export function statementPages(model: Model): readonly PageContent[] {
  const encoded = new Map<string, Set<string>>();
  for (const { operation, from } of model.rules) {
    for (const id of operation === undefined ? [] : from)
      encoded.set(id, (encoded.get(id) ?? new Set()).add(operation ?? ''));
  }
  return model.documents.flatMap(({ id: document, title }) => {
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
    return unlessEmpty(own, { path: statementsPage(document), title, template: 'statements', view: { sections } });
  });
}
