import type { HostView, Model, Operation, Rule } from '../model/types.ts';
import { fieldRows, formFields } from './fields.ts';
import { type PageContent, statementsPage } from './page.ts';
import { costOf, type DocumentedOperation } from './served.ts';

/** A call as a line for a shell, and as a module with the generated client. */
export interface CallExamples {
  readonly curl: string;
  readonly client: string;
}

const callers = {
  none: 'everyone, free',
  payment: 'everyone who pays',
  wallet: 'a wallet that signs for nothing',
  key: 'holders of an API key',
} as const;

/** The page of an operation: where it is served, its price, fields, errors, rules and statements. */
export function operationPage(
  model: Model,
  id: string,
  served: readonly DocumentedOperation[],
  examples?: CallExamples,
): PageContent {
  const [first] = served;
  if (!first) throw new Error(`No host serves ${id}.`);
  const { operation, view } = first;
  const rules = model.rules.filter((rule) => rule.operation === id);
  const costs = served.map(costOf);
  const calculating = served.filter(
    ({ operation: each, view: { prices } }) => prices[each.price?.id ?? '']?.kind === 'quoted',
  );
  return {
    path: `operations/${id}.html`,
    title: id,
    template: 'operation',
    calculates: calculating.length > 0,
    view: {
      id,
      summary: operation.summary,
      description: operation.description ?? '',
      hosts: served.map(({ view: { host }, operation: each }, index) => ({
        id: host.id,
        request: `${each.method} ${each.path}`,
        auth: callers[each.auth],
        price: each.price?.id ?? '',
        cost: costs[index],
        settles: each.payment?.settles ?? '',
      })),
      calculator: calculating.length > 0 && calculatorOf(operation, view, calculating),
      examples: examples && { ...examples, isPaid: operation.auth === 'payment' },
      parts: partsOf(operation, view),
      errors: operation.errors
        .flatMap((error) => view.errors[error] ?? [])
        .map(({ id, http, summary }) => ({ id, http, summary })),
      machine: operation.machine?.id ?? '',
      rules: rules.map((rule) => ({ ...ruleRow(rule), statements: statementLinks(model, rule.from) })),
      statements: statementLinks(model, [...new Set(rules.flatMap(({ from }) => from))].sort()),
    },
  };
}

/** Statements with their texts and the pages they stand on. */
export function statementLinks({ statements }: Model, ids: readonly string[]) {
  return ids.flatMap((id) => {
    const found = statements.get(id);
    return found ? [{ id, page: statementsPage(found.document), section: found.section, text: found.text }] : [];
  });
}

function ruleRow({ id, summary, tier, hosts }: Rule) {
  return { id, summary, tier, hosts: hosts.join(', ') };
}

function calculatorOf(operation: Operation, { schemas }: HostView, served: readonly DocumentedOperation[]) {
  const { body, query, params } = operation.example;
  const call = {
    ...(body !== undefined && { request: body }),
    ...(query !== undefined && { query }),
    ...(params !== undefined && { params }),
  };
  return {
    hosts: served.map(({ view: { host } }) => host.id),
    fields: formFields(operation, schemas),
    call: JSON.stringify(call, null, 2),
  };
}

function partsOf({ body, query, params, headers, responses }: Operation, { schemas }: HostView) {
  const success = responses.find(({ http }) => http === 200)?.schema;
  const parts = [
    { title: 'Body', schema: body?.schema },
    { title: 'Query', schema: query },
    { title: 'Path', schema: params },
    { title: 'Headers', schema: headers },
    { title: 'Response', schema: success },
  ];
  return parts.flatMap(({ title, schema }) => {
    const fields = schema ? fieldRows(schema, schemas) : [];
    return fields.length > 0 ? [{ title, fields }] : [];
  });
}
