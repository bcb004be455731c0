import { formatUsd } from '@tollwright/runtime/money';
import type { Command } from 'commander';
import { readContract } from '#conformance/contract/contract.ts';
import { pc } from '#conformance/report/colors.ts';
import { suggest } from '#conformance/usage/suggest.ts';
import { UsageError } from '../failure.ts';
import { loadHosts } from '../hosts.ts';

/** Registers `tollwright price`: what a call costs, with its breakdown, before anybody signs. */
export function register(program: Command): void {
  program
    .command('price')
    .description('tell what a call costs, with its breakdown')
    .argument('<operation>', 'operation id')
    .argument('[fields...]', "request fields as name=value (JSON or text); others are those of the spec's example")
    .option('--host <host>', 'host profile (default: the first that sells the operation)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  tollwright price search max_results=50\n')
    .action(async (operation: string, fields: string[], options: { host?: string; json?: boolean }) => {
      const hosts = await loadHosts();
      const { host, route } = findRoute(hosts, operation, options.host);
      const { quote } = route;
      if (!quote) throw new UsageError(`${operation} has no price before the call on ${host}.`);

      const input = validated(route, await withExample(host, operation, readFields(fields)));
      // Quotes take the input that their own validators made.
      const { amount, breakdown } = quote(input as never);
      print({ operation, host, micro: amount, breakdown }, options.json === true);
    });
}

type Hosts = Awaited<ReturnType<typeof loadHosts>>;
type Route = Hosts[string]['routes'][number];

function findRoute(hosts: Hosts, operation: string, wanted?: string): { host: string; route: Route } {
  if (wanted !== undefined && !hosts[wanted]) {
    throw new UsageError(`There is no host "${wanted}".${suggest(wanted, Object.keys(hosts))}`);
  }
  const searched = Object.entries(hosts)
    .filter(([host]) => wanted === undefined || host === wanted)
    // Prices told in a challenge come before those of an account.
    .sort(([, a], [, b]) => Number(b.auth === 'x402') - Number(a.auth === 'x402') || b.routes.length - a.routes.length);
  for (const [host, definition] of searched) {
    const route = definition.routes.find((each) => each.operation.id === operation);
    if (route && (route.quote || wanted !== undefined)) return { host, route };
  }
  const known = searched.flatMap(([, definition]) => definition.routes.map((route) => route.operation.id));
  throw new UsageError(`There is no operation "${operation}" with a price.${suggest(operation, known)}`);
}

/** Fields that were not given are those of the spec's example, so that only what matters has to be typed. */
async function withExample(host: string, operation: string, fields: Record<string, unknown>) {
  const { operations } = await readContract(`generated/contracts/${host}.json`);
  const example = operations.find(({ id }) => id === operation)?.example;
  return { ...Object(example?.params), ...Object(example?.body), ...fields };
}

function readFields(fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const at = field.indexOf('=');
      if (at < 1) throw new UsageError(`"${field}" is not name=value.`);
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

/** Takes path parameters from the fields and the rest as the body; says every issue at once. */
function validated(route: Route, fields: Record<string, unknown>) {
  const names = new Set([...route.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name));
  const params = Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)));
  const request = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
  const checked = {
    request: route.operation.body?.(request) ?? { ok: true as const, value: request },
    params: route.operation.params?.(params) ?? { ok: true as const, value: params },
  };
  const issues = Object.values(checked).flatMap((each) => (each.ok ? [] : each.issues));
  if (issues.length > 0) {
    const list = issues.map(({ path, message }) => `\n  ${path.join('.')}: ${message}`).join('');
    throw new UsageError(`The request is not valid:${list}`);
  }
  const input = {
    request: checked.request.ok ? checked.request.value : undefined,
    params: checked.params.ok ? checked.params.value : undefined,
    query: {},
  };
  const broken = route.conditions.filter((condition) => !condition.holds(input as never));
  if (broken.length > 0) throw new UsageError(broken.map(({ message }) => message).join('\n'));
  return input;
}

interface Printed {
  readonly operation: string;
  readonly host: string;
  readonly micro: bigint;
  readonly breakdown: Readonly<Record<string, string>>;
}

function print({ operation, host, micro, breakdown }: Printed, json: boolean): void {
  const usd = formatUsd(micro);
  if (json) {
    console.log(JSON.stringify({ operation, host, usd, micro_usdc: String(micro), breakdown }, null, 2));
    return;
  }
  console.log(`${pc.bold(`${usd} USD`)}  ${operation} on ${host} (${micro} micro-USDC)`);
  for (const [part, amount] of Object.entries(breakdown)) console.log(`  ${part.padEnd(14)} ${amount}`);
}
