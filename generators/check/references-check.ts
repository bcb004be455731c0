import { didYouMean } from '../diagnostics/suggest.ts';
import type { OperationSource } from '../language/operation.ts';
import { pipelineErrors } from '../language/pipeline.ts';
import type { ScenarioSource } from '../language/scenarios.ts';
import { conflictsIn, referencesIn } from '../model/references.ts';
import type { Located } from '../model/spec.ts';
import { at, documentsOf } from '../model/spec.ts';
import { isPriceUse } from '../model/view/operation.ts';
import { type Check, type CheckContext, refer } from './context.ts';

/** Checks that every referenced id is defined. */
export const checkReferences: Check = (context) => {
  const { spec, diagnostics } = context;
  for (const operation of spec.all('operation').values()) checkOperation(context, operation);
  for (const scenario of spec.all('scenario').values()) checkScenario(context, scenario);
  for (const limit of spec.all('limit').values()) {
    for (const [index, id] of (limit.value.operations ?? []).entries())
      refer(context, 'operation', id, limit, ['operations', index]);
    refer(context, 'error', limit.value.error, limit, ['error']);
  }
  for (const catalog of spec.all('catalog').values()) {
    if (catalog.value.live) refer(context, 'operation', catalog.value.live, catalog, ['live']);
  }
  for (const error of spec.all('error').values()) {
    const { role } = error.value;
    if (role && !(role in pipelineErrors)) refer(context, 'error', role, error, ['role']);
  }
  for (const price of spec.all('price').values()) {
    checkInputs(context, price.id, price, ['bound'], price.value.bound);
    for (const [index, { operation, host }] of (price.value.examples ?? []).entries()) {
      if (operation) refer(context, 'operation', operation, price, ['examples', index, 'operation']);
      if (host && !spec.names('host').has(host)) {
        diagnostics.suggest(
          'host-unknown',
          at(price, ['examples', index, 'host']),
          didYouMean(host, spec.names('host').keys()),
          host,
        );
      }
    }
  }
  if (!spec.lost('service')) checkStatements(context);
};

/** Checks that what an entry states for the inputs of a price is stated for inputs that the price has. */
function checkInputs(
  { spec, diagnostics }: CheckContext,
  id: string,
  entry: Located<unknown>,
  path: readonly string[],
  stated: Readonly<Record<string, string>> = {},
): void {
  const inputs = spec.get('price', id)?.value.inputs;
  for (const name of Object.keys(stated)) {
    if (!inputs || name in inputs) continue;
    diagnostics.suggest(
      'input-unknown',
      at(entry, [...path, name], 'key'),
      didYouMean(name, Object.keys(inputs)),
      id,
      name,
    );
  }
}

function checkOperation(context: CheckContext, operation: Located<OperationSource>): void {
  const { price, machine, errors, limits, rules, closed } = operation.value;
  const use = (value: Exclude<typeof price, undefined>, path: readonly string[]): void => {
    if (typeof value === 'string') refer(context, 'price', value, operation, path);
    else if (isPriceUse(value)) {
      refer(context, 'price', value.use, operation, [...path, 'use']);
      checkInputs(context, value.use, operation, [...path, 'inputs'], value.inputs);
      checkInputs(context, value.use, operation, [...path, 'bound'], value.bound);
    } else for (const [host, each] of Object.entries(value)) use(each, [...path, host]);
  };
  if (price !== undefined) use(price, ['price']);
  if (closed) refer(context, 'error', closed, operation, ['closed']);
  if (machine) refer(context, 'machine', machine.id, operation, ['machine', 'id']);
  for (const [index, error] of (errors ?? []).entries()) {
    if (typeof error === 'string') refer(context, 'error', error, operation, ['errors', index]);
    else
      for (const [inner, id] of error.errors.entries())
        refer(context, 'error', id, operation, ['errors', index, 'errors', inner]);
  }
  for (const [index, id] of (limits ?? []).entries()) refer(context, 'limit', id, operation, ['limits', index]);
  for (const [index, { error }] of (rules ?? []).entries()) {
    if (error) refer(context, 'error', error, operation, ['rules', index, 'error']);
  }
}

function checkScenario(context: CheckContext, scenario: Located<ScenarioSource>): void {
  const { spec, diagnostics } = context;
  const steps = new Set<string>();
  for (const [index, { as, call, pay, upstream, event }] of scenario.value.steps.entries()) {
    if (call) refer(context, 'operation', call, scenario, ['steps', index, 'call']);
    if (upstream) refer(context, 'operation', upstream.operation, scenario, ['steps', index, 'upstream', 'operation']);
    if (event) {
      // The control contract writes machines with underscores.
      const id = event.machine.replaceAll('_', '-');
      if (!spec.names('machine').has(id))
        refer(context, 'machine', event.machine, scenario, ['steps', index, 'event', 'machine']);
    }
    if (pay && !steps.has(pay) && !['fresh', 'none', 'other-wallet', 'other-network'].includes(pay)) {
      diagnostics.suggest('step-unknown', at(scenario, ['steps', index, 'pay']), didYouMean(pay, steps), pay);
    }
    if (as) steps.add(as);
  }
}

function checkStatements(context: CheckContext): void {
  const { spec, diagnostics } = context;
  const documents = documentsOf(spec).map(({ id }) => id);
  for (const statement of spec.all('statement').values()) {
    const { document } = statement.value;
    if (documents.includes(document)) continue;
    const place = at({ file: statement.file, node: statement.root }, ['document']);
    diagnostics.suggest('document-unknown', place, didYouMean(document, documents), document);
  }

  const known = spec.names('statement');
  const decided = new Set([...spec.all('question').values()].flatMap(({ value }) => value.statements));
  // A question that could not be read may decide any statement.
  const isOpen = (statement: string) => !decided.has(statement) && !spec.lost('question');
  for (const { statement, entry, node } of referencesIn(spec)) {
    const place = { file: entry.file, start: node.start, end: node.end };
    if (!known.has(statement) && !spec.lost('statement')) {
      diagnostics.suggest('statement-unknown', place, didYouMean(statement, known.keys()), statement);
      continue;
    }
    const { kind, excluded } = spec.get('statement', statement)?.value ?? {};
    if (excluded !== undefined) diagnostics.report('statement-excluded', place, statement, excluded);
    if (kind === 'conflict' && isOpen(statement)) diagnostics.report('question-missing', place, statement);
  }
  for (const kind of [
    'host',
    'operation',
    'schema',
    'price',
    'machine',
    'error',
    'limit',
    'webhook',
    'scenario',
    'protocol',
  ] as const) {
    for (const entry of spec.all(kind).values()) {
      for (const { mark, statements } of conflictsIn(entry.node)) {
        if (!statements.every(isOpen)) continue;
        diagnostics.report(
          'question-missing',
          { file: entry.file, start: mark.start, end: mark.end },
          statements.join(', '),
        );
      }
    }
  }
}
