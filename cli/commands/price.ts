import { join } from 'node:path';
import { formatUsd } from '@tollwright/runtime/money/usd';
import type { Command } from 'commander';
import { suggest } from '#conformance/common/usage-error.ts';
import { readContract } from '#conformance/contract/contract.ts';
import { createShapes, propertiesOf } from '#conformance/oracle/shapes.ts';
import { pc } from '#conformance/report/colors.ts';
import { UsageError } from '../failure.ts';
import { loadHosts } from '../hosts.ts';
import { generatedFolder, generatedHelp } from '../project.ts';

/** Registers `tollwright price`: prints the quote of a call with its breakdown, without a request to a gateway. */
export function register(program: Command): void {
  program
    .command('price')
    .description('print the quote of a call with its breakdown, or list the operations that have one')
    .argument('[operation]', 'operation id (default: list the operations with a quote)')
    .argument('[fields...]', "request fields as name=value (JSON or text); the others come from the spec's example")
    .option('--host <host>', 'host profile (default: the first on which the operation has a quote)')
    .option('--generated <folder>', generatedHelp)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  tollwright price search max_results=50\n')
    .action(async (operation: string | undefined, typed: string[], options: Options) => {
      const given = readFields(typed);
      const generated = generatedFolder(options);
      const hosts = candidates(await loadHosts(generated), options.host);
      if (operation === undefined) return printOperations(hosts, options.json === true);

      const { host, route } = findRoute(hosts, operation);
      const { quote } = route;
      if (!quote) throw new UsageError(`${operation} has no price before the call on ${host}.`);
      const { input, fields } = await requestOf(route, join(generated, 'contracts', `${host}.json`), given);
      // A quote takes the input that its own validators returned.
      const { amount, breakdown } = quote(input as never);
      print({ operation, host, micro: amount, breakdown, fields }, options.json === true);
    });
}

interface Options {
  readonly host?: string;
  readonly generated?: string;
  readonly json?: boolean;
}

type Host = Awaited<ReturnType<typeof loadHosts>>[string];
type Route = Host['routes'][number];
type Hosts = readonly (readonly [id: string, host: Host])[];

/** The wanted host, or all: hosts that are paid per call first, then hosts with more operations. */
function candidates(hosts: Readonly<Record<string, Host>>, wanted?: string): Hosts {
  if (wanted !== undefined && !hosts[wanted]) {
    throw new UsageError(`There is no host "${wanted}".${suggest(wanted, Object.keys(hosts))}`);
  }
  return Object.entries(hosts)
    .filter(([host]) => wanted === undefined || host === wanted)
    .sort(([, a], [, b]) => Number(b.auth === 'x402') - Number(a.auth === 'x402') || b.routes.length - a.routes.length);
}

function findRoute(hosts: Hosts, operation: string): { host: string; route: Route } {
  for (const [host, { routes }] of hosts) {
    const route = routes.find((each) => each.operation.id === operation);
    if (route && (route.quote || hosts.length === 1)) return { host, route };
  }
  const known = hosts.flatMap(([, { routes }]) => routes.map((route) => route.operation.id));
  throw new UsageError(
    `There is no operation "${operation}" with a price.${suggest(operation, known)} "tollwright price" lists them.`,
  );
}

function readFields(fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const at = field.indexOf('=');
      if (at < 1) throw new UsageError(`Expected name=value, found "${field}".`);
      return [field.slice(0, at), readValue(field.slice(at + 1))];
    }),
  );
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

interface PrintedQuote {
  readonly operation: string;
  readonly host: string;
  readonly micro: bigint;
  readonly breakdown: Readonly<Record<string, string>>;
  readonly fields: readonly PricedField[];
}

/** Headings for the origins of fields. */
const origins = { caller: 'given', example: "from the specification's example", default: 'by default' } as const;

function print({ operation, host, micro, breakdown, fields }: PrintedQuote, json: boolean): void {
  const usd = formatUsd(micro);
  if (json) {
    const request = Object.fromEntries(fields.map(({ name, ...field }) => [name, field]));
    console.log(JSON.stringify({ operation, host, usd, micro_usdc: String(micro), breakdown, request }, null, 2));
    return;
  }
  console.log(`${pc.bold(`${usd} USD`)}  ${operation} on ${host} (${micro} micro-USDC)`);
  for (const [part, amount] of Object.entries(breakdown)) console.log(`  ${part.padEnd(14)} ${amount}`);
  for (const from of ['caller', 'example', 'default'] as const) {
    const own = fields.filter((field) => field.from === from);
    if (own.length > 0) console.log(`${origins[from]}: ${own.map(fieldText).join(' ')}`);
  }
}

/** A field as it can be typed, cut where it is long. */
function fieldText({ name, value }: PricedField): string {
  const text = typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value);
  return `${name}=${text.length > 40 ? `${text.slice(0, 39)}…` : text}`;
}

function printOperations(hosts: Hosts, json: boolean): void {
  const quoted = hosts.flatMap(([, { routes }]) => routes.filter(({ quote }) => quote));
  const summaries = new Map(quoted.map(({ operation }) => [operation.id, operation.summary]));
  const operations = [...summaries].sort(([a], [b]) => (a < b ? -1 : 1));
  if (json) console.log(JSON.stringify(Object.fromEntries(operations), null, 2));
  else for (const [id, summary] of operations) console.log(`${pc.bold(id.padEnd(34))} ${summary}`);
}

/** Fields of a request by name. */
type Fields = Readonly<Record<string, unknown>>;

/** A field of the priced request, and the origin of its value. */
interface PricedField {
  readonly name: string;
  readonly value: unknown;
  readonly from: 'caller' | 'example' | 'default';
}

/** Builds the priced request: the fields of the caller, then those of the example, then defaults. */
async function requestOf(route: Route, contract: string, given: Fields) {
  const example = await exampleOf(contract, route.operation.id, given);
  const input = validated(route, { ...example, ...given });
  const fields = Object.values(input)
    .flatMap((part) => Object.entries(Object(part)))
    .map(([name, value]): PricedField => {
      const from = Object.hasOwn(given, name) ? 'caller' : Object.hasOwn(example, name) ? 'example' : 'default';
      return { name, value, from };
    });
  return { input, fields };
}

/** The fields of the example, so that you type only the relevant ones; refuses fields that do not exist. */
async function exampleOf(contract: string, operation: string, given: Fields): Promise<Fields> {
  const { operations, schemas } = await readContract(contract);
  const { example, body, query, params } = operations.find(({ id }) => id === operation) ?? {};
  const shapes = createShapes({ schemas });
  const known = [body?.schema, query, params].flatMap((schema) =>
    schema === undefined ? [] : shapes(schema).flatMap((shape) => Object.keys(propertiesOf(shape))),
  );
  const unknown = Object.keys(given).find((name) => known.length > 0 && !known.includes(name));
  if (unknown !== undefined) {
    const names = [...new Set(known)];
    throw new UsageError(
      `${operation} has no field "${unknown}".${suggest(unknown, names)} Its fields: ${names.join(', ')}.`,
    );
  }
  return { ...Object(example?.params), ...Object(example?.query), ...Object(example?.body) };
}

/** Splits the fields into path parameters and the query or the body, and validates them; reports every issue at once. */
function validated(route: Route, fields: Fields) {
  const names = new Set([...route.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name));
  const params = Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)));
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
  const { operation } = route;
  const [request, query] = operation.method === 'GET' ? [{}, rest] : [rest, {}];
  const checked = {
    request: operation.body?.(request) ?? { ok: true as const, value: request },
    query: operation.query?.(query) ?? { ok: true as const, value: query },
    params: operation.params?.(params) ?? { ok: true as const, value: params },
  };
  const issues = Object.values(checked).flatMap((each) => (each.ok ? [] : each.issues));
  if (issues.length > 0) {
    const list = issues.map(({ path, message }) => `\n  ${path.join('.')}: ${message}`).join('');
    throw new UsageError(`The request is not valid:${list}`);
  }
  const input = Object.fromEntries(
    Object.entries(checked).map(([part, each]) => [part, each.ok ? each.value : undefined]),
  );
  const violated = route.conditions.filter((condition) => !condition.holds(input as never));
  if (violated.length > 0) throw new UsageError(violated.map(({ message }) => message).join('\n'));
  return input;
}
