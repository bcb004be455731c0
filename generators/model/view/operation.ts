import { formula, formulas } from '../../cel/formulas.ts';
import type { ConditionSource, OperationSource, PriceUseSource } from '../../language/operation.ts';
import { forHost, type presenceOf, type Selection } from '../hosts.ts';
import { parseRoute, resolvePath } from '../path.ts';
import { listOf, provenanceOf } from '../provenance.ts';
import type { Located } from '../spec.ts';
import type {
  Body,
  Condition,
  Host,
  Json,
  JsonSchema,
  Operation,
  OperationPayment,
  Pages,
  PriceUse,
  Response,
} from '../types.ts';
import type { ContractSchemas } from './schema.ts';

/** A host as the view of an operation reads it. */
export interface ServingHost extends Selection {
  readonly auth: Host['auth'];
  readonly prefix: string;
  /** When a payment settles where the operation does not say it; absent on a host without payments. */
  readonly settles?: OperationPayment['settles'] | undefined;
  /** Segments of the service that have names of our own. */
  readonly segments: Readonly<Record<string, string>>;
  presence(operation: string): ReturnType<typeof presenceOf>;
}

/** An operation as one host serves it. */
export function viewOperation(
  { id, value: source }: Located<OperationSource>,
  host: ServingHost,
  schemas: ContractSchemas,
): Operation {
  const isPaid = host.auth === 'x402';
  const auth = authOf(source, host, host);
  const price = priceOf(source.price, host);
  return {
    id,
    area: source.area,
    summary: source.summary,
    ...(source.description && { description: source.description }),
    ...(source.deprecated && { deprecated: true }),
    ...provenanceOf(source),
    ...routeOf(id, source, host),
    ...(source.payers !== undefined && isPaid && { payers: plain(source.payers, 'who') }),
    ...requestOf(id, source, host, schemas),
    responses: responsesOf(source, host, schemas),
    auth,
    ...(source.pages && { pages: viewPages(source.pages) }),
    ...(price && { price }),
    ...(host.settles &&
      (auth === 'payment' || (source.payment && auth !== 'none')) && {
        payment: viewPayment(source.payment ?? {}, host.settles, schemas),
      }),
    ...(source.machine && { machine: source.machine }),
    errors: errorsOf(source, host),
    conditions: conditionsOf(id, source.rules, host),
    ensures: conditionsOf(`${id}.response`, source.ensures, host),
    ...streamOf(source, host, schemas),
    example: sendable(exampleOf(source.example, host), source),
  };
}

function viewPages({ size, ...pages }: NonNullable<OperationSource['pages']>): Pages {
  return { ...pages, ...provenanceOf(pages), ...(size !== undefined && { size }) };
}

type RoutePart = 'method' | 'path' | 'template' | 'wide' | 'segments' | 'presence';

/** How an operation is found: its route under the host's prefix, and how sure it is that the host carries it. */
function routeOf(id: string, source: OperationSource, host: ServingHost): Pick<Operation, RoutePart> {
  const route = checkedRoute(id, source);
  const { prefix, segments } = host;
  return {
    method: route.method,
    path: resolvePath(route, prefix, segments),
    template: resolvePath(route, prefix, {}),
    wide: route.wide,
    segments: Object.fromEntries(Object.entries(segments).filter(([name]) => route.names.includes(name))),
    ...(host.presence(id) === 'assumed' && { presence: 'assumed' }),
  };
}

function checkedRoute(id: string, source: OperationSource) {
  const route = parseRoute(source.http);
  if ('reason' in route) throw new Error(`The route of ${id} was not checked.`);
  return route;
}

type RequestPart = 'timeout' | 'irreversible' | 'closed' | 'validates' | 'body' | 'query' | 'params' | 'headers';

/** The request of an operation, and how it is handled. */
function requestOf(
  id: string,
  source: OperationSource,
  host: ServingHost,
  schemas: ContractSchemas,
): Pick<Operation, RequestPart> {
  const names = checkedRoute(id, source).names.filter((name) => !(name in host.segments));
  const params = paramsOf(source, names, schemas);
  return {
    ...(source.timeout !== undefined && { timeout: plain(source.timeout, 'seconds') }),
    ...(source.irreversible && { irreversible: true }),
    ...(source.closed && { closed: source.closed }),
    ...(source.validates && { validates: plain(source.validates, 'when') }),
    ...(source.body && { body: bodyOf(source.body, schemas) }),
    ...(source.query && { query: schemas.use(source.query) }),
    ...(params && { params }),
    ...(source.headers && { headers: schemas.use(source.headers) }),
  };
}

/** Who may call an operation on a host: as written, else by payment where it has a price, by key on account hosts. */
export function authOf(source: OperationSource, host: Pick<Host, 'auth'>, selection: Selection): Operation['auth'] {
  const written = forHost<Operation['auth']>(source.auth, selection, (value) => typeof value === 'string');
  if (written) return written;
  if (host.auth === 'bearer') return 'key';
  return host.auth === 'x402' && priceSourceOf(source.price, selection) ? 'payment' : 'none';
}

/** The price of an operation on a host, with the inputs and bounds that it replaces. */
export function priceSourceOf(
  price: OperationSource['price'],
  host: Selection,
): { id: string; inputs: Record<string, string>; bound?: Record<string, string> } | undefined {
  const use = forHost(price, host, isPriceUse);
  if (use === undefined) return undefined;
  if (typeof use === 'string') return { id: use, inputs: {} };
  return { id: use.use, inputs: use.inputs ?? {}, ...(use.bound && { bound: use.bound }) };
}

function priceOf(price: OperationSource['price'], host: Selection): PriceUse | undefined {
  const use = priceSourceOf(price, host);
  return use && { id: use.id, inputs: formulas(use.inputs), ...(use.bound && { bound: formulas(use.bound) }) };
}

/** Tells a price as an operation has it from one for each host. */
export function isPriceUse(value: PriceUseSource | Readonly<Record<string, PriceUseSource>>): value is PriceUseSource {
  return typeof value === 'string' || typeof value.use === 'string';
}

/** The errors of an operation on a host, in the order they are written. */
export function errorsOf(source: OperationSource, { isSelected }: Selection): string[] {
  const listed = (source.errors ?? []).flatMap((error) => {
    if (typeof error === 'string') return [error];
    return isSelected(error.hosts) ? error.errors : [];
  });
  return source.closed ? [source.closed, ...listed] : listed;
}

/** The valid request of an operation on a host. */
export function exampleOf(example: OperationSource['example'], host: Selection): Operation['example'] {
  const parts = new Set(['body', 'query', 'params', 'headers']);
  type Example = Operation['example'];
  const isExample = (value: Example | Readonly<Record<string, Example>>): value is Example =>
    Object.keys(value).every((key) => parts.has(key));
  return forHost<Example>(example as Example | undefined, host, isExample) ?? {};
}

/** An example without the body that only another line of the same file takes. */
function sendable({ body, ...example }: Operation['example'], source: OperationSource): Operation['example'] {
  return source.body && body !== undefined ? { body, ...example } : example;
}

function paramsOf(source: OperationSource, names: readonly string[], schemas: ContractSchemas): JsonSchema | undefined {
  if (source.params) return schemas.use(source.params);
  if (names.length === 0) return undefined;
  return {
    type: 'object',
    required: [...names],
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 1 }])),
  };
}

function bodyOf(body: NonNullable<OperationSource['body']>, schemas: ContractSchemas): Body {
  const unknownKeys = body['unknown-keys'];
  const [contentType = 'application/json', ...others] = [body['content-type'] ?? []].flat();
  return {
    contentType,
    contentTypes: [contentType, ...others],
    schema: schemas.use(body.schema),
    ...(body.largest !== undefined && { largest: body.largest }),
    unknownKeys: plain(unknownKeys, 'rule') ?? 'unknown',
    validates: plain(body.validates, 'when') ?? 'unknown',
    ...(body.first && { first: body.first.fields }),
    status: body.status ?? 'stated',
  };
}

/** A value without its provenance. */
type Plain<Written, Name extends string> = Written extends { readonly [K in Name]: infer Value } ? Value : Written;

/** The value itself of one that may be written together with its provenance. */
export function plain<Written, const Name extends string>(written: Written, name: Name): Plain<Written, Name> {
  const isDetailed = typeof written === 'object' && written !== null && name in written;
  // The type matches this line; TypeScript does not evaluate conditional types against a check.
  return (isDetailed ? (written as Record<Name, unknown>)[name] : written) as Plain<Written, Name>;
}

function responsesOf(source: OperationSource, host: Selection, schemas: ContractSchemas): Response[] {
  return Object.entries(source.responses)
    .filter(([, { hosts }]) => !hosts || host.isSelected(hosts))
    .map(([http, response]) => ({
      http: Number(http),
      contentType: response['content-type'] ?? 'application/json',
      ...(response.also && { also: response.also }),
      description: response.description,
      ...(response.schema && { schema: schemas.use(response.schema) }),
      headers: headersOf(response.headers, host, schemas),
      ...provenanceOf(response),
    }));
}

/** Headers that exist on a host, by name. */
export function headersOf(
  headers: NonNullable<OperationSource['responses'][string]['headers']> | undefined,
  { isSelected }: Selection,
  schemas: ContractSchemas,
) {
  const present = Object.entries(headers ?? {}).filter(([, { hosts }]) => !hosts || isSelected(hosts));
  return Object.fromEntries(present.map(([name, header]) => [name, schemas.use(header)]));
}

function viewPayment(
  payment: NonNullable<OperationSource['payment']>,
  settles: OperationPayment['settles'],
  schemas: ContractSchemas,
): OperationPayment {
  const window = plain(payment.window, 'seconds');
  const inline = plain(payment.inline, 'seconds');
  return {
    settles: payment.settles ?? settles,
    ...(window !== undefined && { window }),
    ...(inline !== undefined && { inline }),
    ...(payment.challenge && { challenge: schemas.use(payment.challenge) }),
    ...provenanceOf(payment),
  };
}

function streamOf(
  { stream }: OperationSource,
  { isSelected }: Selection,
  schemas: ContractSchemas,
): Pick<Operation, 'stream'> {
  if (!stream || (stream.hosts && !isSelected(stream.hosts))) return {};
  return {
    stream: {
      when: formula(stream.when),
      ...(stream.events !== undefined && { events: schemas.use(stream.events) }),
      ...(stream.done && { done: stream.done }),
      ...provenanceOf(stream),
    },
  };
}

function conditionsOf(owner: string, sources: readonly ConditionSource[] = [], { isSelected }: Selection): Condition[] {
  return sources
    .filter(({ hosts }) => !hosts || isSelected(hosts))
    .map((source) => viewCondition(`${owner}.${source.rule}`, source));
}

/** A condition under its full id. */
export function viewCondition(id: string, source: Omit<ConditionSource, 'rule' | 'hosts'>): Condition {
  return {
    id,
    summary: source.summary,
    ...(source.when && { when: formula(source.when) }),
    must: formula(source.must),
    ...(source.error && { error: source.error }),
    ...(source.names && { names: source.names }),
    ...(source.accepted && { accepted: source.accepted.map(formula) }),
    ...(source.fields && { fields: formulas(source.fields) }),
    ...(source.violation && { violation: source.violation as Json }),
    from: listOf(source.from),
    status: source.status ?? 'stated',
  };
}
