import type { SchemaSource } from '../../language/json-schema.ts';
import type { OperationSource } from '../../language/operation.ts';
import { kebab } from '../names.ts';
import { listOf, provenanceOf, union } from '../provenance.ts';
import type { ErrorEntry, Operation, Provenance, Rule, SentWebhook } from '../types.ts';
import { hiddenDefault, unknownCause } from './observable.ts';
import { answerLevel, type HostRule, provenance, quotesBeforeServing, type RuledHost, refusalLevel } from './rule.ts';
import { type SchemaRule, SchemaRules, statementsIn } from './schema-rules.ts';

/** The rules of one operation on one host. */
export function* operationRules(operation: Operation, host: RuledHost): Generator<HostRule> {
  const schemas = new SchemaRules(host);
  const source = sourceOf(host, operation);
  const own = provenance(operation);

  // A closed operation returns one error to every call, which has a rule of its own.
  if (!operation.closed) {
    yield {
      id: `${operation.id}.exists`,
      kind: 'operation',
      operation: operation.id,
      summary: `${source.http} is served`,
      level: 'free',
      ...own,
    };
  }
  if (isSold(operation)) {
    yield {
      id: `${operation.id}.served`,
      kind: 'served',
      operation: operation.id,
      summary: 'A call that is paid for is served',
      level: operation.irreversible ? 'controlled' : 'paid',
      ...own,
    };
  }
  const asked = [...requestRules(host, operation, source, schemas), ...conditionRules(operation)];
  yield* asked;
  yield* responseRules(host, operation, schemas);
  if (operation.price) yield priceRule(host, operation, operation.price.id);
  for (const id of operation.errors) {
    const entry = host.view.errors[id];
    if (entry) yield errorRule(host, operation, entry, asked);
  }
  yield* answerRules(operation);
  for (const webhook of operation.webhooks ?? []) yield* webhookRules(operation, webhook);
}

/** The rules of what is sent when a job has ended that the operation started. */
function webhookRules(operation: Operation, { id, states, ...webhook }: SentWebhook): readonly HostRule[] {
  const summaries = {
    sent: `It is sent once in each of the states ${states.join(', ')}, and in no other`,
    body: 'Its body is JSON as the poll of the job answers it',
  };
  return Object.entries(summaries).map(([name, summary]) => ({
    id: `${operation.id}.webhooks.${id}.${name}`,
    kind: 'webhook',
    operation: operation.id,
    subject: id,
    summary,
    // A receiver on the machine of the suite is only served by a test deployment.
    level: 'controlled',
    ...provenance(webhook),
  }));
}

/** The rules of answers that are chosen by `Accept`, read page by page, or sent as a stream. */
function* answerRules(operation: Operation): Generator<HostRule> {
  const varied = operation.responses.find(({ also }) => also);
  if (varied) {
    yield {
      id: `${operation.id}.accept`,
      kind: 'accept',
      operation: operation.id,
      summary: 'An answer has the content type that `Accept` prefers',
      level: answerLevel(operation),
      ...provenance(varied),
    };
  }
  if (operation.pages) {
    yield {
      id: `${operation.id}.pages`,
      kind: 'pages',
      operation: operation.id,
      summary: 'Pages have no item twice, miss none, and end',
      level: answerLevel(operation),
      ...provenance(operation.pages),
    };
  }
  if (operation.stream) {
    yield {
      id: `${operation.id}.stream`,
      kind: 'stream',
      operation: operation.id,
      summary: 'The answer is a stream of server-sent events where one is asked for',
      level: answerLevel(operation),
      ...provenance(operation.stream),
    };
  }
}

/** True for an operation whose calls are paid for; a poll reads a job that was, and the job is cancelled for nothing. */
function isSold({ auth, closed, machine, price }: Operation): boolean {
  if (closed || (machine && machine.role !== 'create')) return false;
  return auth === 'payment' || (auth === 'key' && price !== undefined);
}

function sourceOf(host: RuledHost, { id }: Operation): OperationSource {
  const source = host.spec.get('operation', id)?.value;
  if (!source) throw new Error(`The view holds ${id}, which the specification does not.`);
  return source;
}

function* requestRules(
  host: RuledHost,
  operation: Operation,
  source: OperationSource,
  schemas: SchemaRules,
): Generator<HostRule> {
  const level = refusalLevel(operation);
  const parts = [
    { part: 'params', schema: source.params, whole: 'the path' },
    { part: 'query', schema: source.query, whole: 'the query' },
    { part: 'headers', schema: source.headers, whole: 'the headers' },
    { part: 'body', schema: source.body?.schema, whole: 'the body' },
  ] as const;
  for (const { part, schema, whole } of parts) {
    if (!schema) continue;
    const { from, status } = (part === 'body' && source.body) || {};
    const own = provenance(operation);
    const fallback = { from: from === undefined ? own.from : listOf(from), status: status ?? own.status };
    const site = { prefix: operation.id, part, whole, fallback };
    for (const rule of schemas.of(schema, site)) {
      if (!isBreakable(rule, part)) continue;
      const unobservable = hiddenDefault(rule, operation, host.view.prices[operation.price?.id ?? '']);
      const first = part === 'body' && rule.schema.keyword !== 'default' ? refusedFirst(source, rule.schema.path) : [];
      yield {
        ...rule,
        from: union(rule.from, first),
        kind: 'request',
        operation: operation.id,
        level,
        ...(unobservable && { unobservable }),
      };
    }
  }

  const unknownKeys = source.body?.['unknown-keys'];
  if (typeof unknownKeys !== 'object' || unknownKeys.rule === 'unknown') return;
  yield {
    id: `${operation.id}.unknown-keys`,
    kind: 'unknown-keys',
    operation: operation.id,
    summary: `Unknown keys of the body are ${unknownKeys.rule}`,
    level,
    ...provenanceOf(unknownKeys),
  };
}

/** The statements by which an invalid field of the body is refused before any challenge. */
function refusedFirst({ body }: OperationSource, [field = '']: readonly string[]): readonly string[] {
  const whole = typeof body?.validates === 'object' ? listOf(body.validates.from) : [];
  return union(whole, body?.first?.fields.includes(field) ? listOf(body.first.from) : []);
}

type RequestPart = 'params' | 'query' | 'headers' | 'body';

/** Tells whether any request can break a rule: there always is a path with all its parameters, and a query. */
function isBreakable({ schema: { keyword, path } }: SchemaRule, part: RequestPart): boolean {
  if (part === 'body') return true;
  return path.length > 0 && !(part === 'params' && keyword === 'required');
}

/** True for a path that leads to a place, written as `list.items`, or beyond it. */
function isWithin(path: readonly string[], place: string): boolean {
  return `${path.join('.')}.`.startsWith(`${place}.`);
}

function* responseRules(host: RuledHost, operation: Operation, schemas: SchemaRules): Generator<HostRule> {
  const source = sourceOf(host, operation);
  const level = answerLevel(operation);
  const first = operation.responses[0]?.http;
  for (const { http, ...response } of operation.responses) {
    const written = source.responses[String(http)];
    const fallback: Provenance = {
      from: response.from.length > 0 ? response.from : operation.from,
      status: written?.status ?? operation.status,
    };
    const prefix = `${operation.id}.response${http === first ? '' : `-${http}`}`;
    const common = { kind: 'response', operation: operation.id, level } as const;

    if (written?.schema) {
      const site = { prefix, part: 'response', status: http, whole: 'the answer', fallback } as const;
      const unseen = written.unseen?.filter(({ hosts }) => host.isSelected(hosts));
      for (const rule of schemas.of(written.schema, site)) {
        const unobservable = unseen?.find(({ at }) => isWithin(rule.schema.path, at))?.because;
        yield { ...rule, ...common, ...(unobservable && { unobservable }) };
      }
    }
    for (const name of Object.keys(response.headers)) {
      const header = written?.headers?.[name];
      if (!header) continue;
      const present: SchemaSource = { required: [name], properties: { [name]: header } };
      const site = {
        prefix: `${prefix}.headers`,
        part: 'headers',
        status: http,
        whole: 'the headers',
        fallback,
      } as const;
      for (const rule of schemas.of(present, site)) yield { ...rule, ...common };
    }
  }

  const challenge = source.payment?.challenge;
  if (challenge && operation.payment) {
    const site = {
      prefix: `${operation.id}.challenge`,
      part: 'challenge',
      status: 402,
      whole: 'the challenge',
      fallback: provenance(operation.payment),
    } as const;
    for (const rule of schemas.of(challenge, site))
      yield { ...rule, kind: 'response', operation: operation.id, level: 'free' };
  }
}

function* conditionRules(operation: Operation): Generator<HostRule> {
  for (const { id, summary, error, ...condition } of operation.conditions) {
    yield {
      id,
      kind: 'condition',
      operation: operation.id,
      subject: id,
      summary,
      level: refusalLevel(operation),
      ...(error && { error }),
      ...provenance(condition),
    };
  }
  for (const { id, summary, ...ensured } of operation.ensures) {
    yield {
      id,
      kind: 'ensures',
      operation: operation.id,
      subject: id,
      summary,
      level: answerLevel(operation),
      ...provenance(ensured),
    };
  }
}

function priceRule(host: RuledHost, operation: Operation, id: string): HostRule {
  const price = host.view.prices[id];
  const sides = (host.spec.get('price', id)?.value.sides ?? []).map((side) =>
    typeof side === 'string' ? [] : listOf(side.from),
  );
  const examples = (price?.examples ?? []).filter((example) => (example.operation ?? operation.id) === operation.id);
  const quoted = price?.kind === 'quoted' && quotesBeforeServing(host.view.host.auth, operation);
  return {
    id: `${operation.id}.price.amount`,
    kind: 'price',
    operation: operation.id,
    subject: id,
    summary: price?.summary ?? id,
    // What a call without a quote cost is read off a balance that nothing else changes.
    level: quoted ? 'free' : 'controlled',
    from: union(price?.from ?? [], ...sides, ...examples.map(({ from }) => from)),
    status: price?.status ?? 'stated',
  };
}

function errorRule(host: RuledHost, operation: Operation, entry: ErrorEntry, asked: readonly HostRule[]): HostRule {
  const source = host.spec.get('error', entry.id)?.value;
  const unobservable = unknownCause(entry, asked);
  return {
    id: `${operation.id}.errors.${kebab(entry.id)}`,
    kind: 'error',
    operation: operation.id,
    subject: entry.id,
    summary: `${entry.http}: ${entry.summary}`,
    level: errorLevel(operation, entry),
    ...(unobservable && { unobservable }),
    from: union(
      operation.closed === entry.id ? operation.from : [],
      entry.from,
      statementsIn([source?.body, Object.values(source?.headers ?? {})]),
    ),
    status: entry.status,
  };
}

/** The level at which an error can be brought about: what an upstream has to do needs control, what a caller does does not. */
function errorLevel(operation: Operation, { http, provoke }: ErrorEntry): Rule['level'] {
  if (provoke?.upstream || http >= 500) return 'controlled';
  if (http === 401 || http === 402) return 'free';
  return http === 400 || http === 422 ? refusalLevel(operation) : answerLevel(operation);
}
