import { join } from 'node:path';
import type { ApiKey, Fund } from '@tollwright/runtime/gateway/create';
import { formatUsd } from '@tollwright/runtime/money/usd';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { Settler } from '@tollwright/runtime/payment/settler';
import { withoutSecrets } from '@tollwright/runtime/store/open/open';
import { readContract } from '#conformance/contract/contract.ts';
import { type StartedGateway, simulatedNotice } from '../hosts.ts';

/** The options of a gateway that its first lines show. */
export interface WelcomeOptions {
  readonly definition: HostDefinition;
  readonly gateway: StartedGateway;
  readonly funds: readonly Fund[];
  /** Moves USDC on a chain; absent on the embedded ledger. */
  readonly settler?: Settler | undefined;
  readonly store?: string;
  /** A request that the host takes; absent where its contract has none. */
  readonly example?: Example;
  /** Keys that the command made. */
  readonly newKeys?: readonly ApiKey[];
  /** Token of the control API that the command made. */
  readonly newToken?: string;
}

/** The output of `serve` when it is ready: its URL, the payee, how it settles, and a first call to paste. */
export function welcome({
  definition,
  gateway,
  funds,
  settler,
  store,
  example,
  newKeys = [],
  newToken,
}: WelcomeOptions): readonly string[] {
  const { id, auth, payment } = definition;
  const { url, controlUrl, adminUrl, payTo } = gateway;
  const lines = [`${id} is served at ${url}${controlUrl ? `, controlled at ${controlUrl}` : ''}`];
  if (newToken !== undefined) lines.push(`  control   CONTROL_TOKEN=${newToken}`);
  if (payment && auth === 'x402') {
    lines.push(`  pays      ${payTo} on ${settler?.networks?.join(', ') ?? payment.network}`);
    lines.push(
      settler ? `  settles   on ${settler.where}` : '  settles   on an embedded ledger: nothing moves on a chain',
    );
    lines.push(`  funded    ${fundsText(funds, settler)}`);
  }
  for (const { key, balance } of newKeys) lines.push(`  key       ${key} with ${formatUsd(balance)} USD`);
  if (auth === 'bearer' && newKeys.length === 0)
    lines.push('  keys      those of --api-key KEY=USD, and of earlier starts');
  lines.push(
    `  keeps     ${store === undefined ? 'nothing when it ends: --store FILE keeps the state' : `its state in ${withoutSecrets(store)}`}`,
  );
  const notice = simulatedNotice(gateway.simulated);
  if (notice !== undefined) lines.push(`  answers   ${notice}`);
  if (adminUrl) lines.push(`  admin     ${adminUrl} has /live, /ready and /metrics`);
  const key = newKeys[0]?.key;
  if (example) {
    const authorization = auth === 'bearer' ? ` -H "Authorization: Bearer ${key ?? '$API_KEY'}"` : '';
    const body = `-H 'Content-Type: application/json' -d '${JSON.stringify(example.body).replaceAll("'", "'\\''")}'`;
    lines.push(`  try       curl -i ${url}${example.path}${authorization} ${body}`);
  }
  const means = auth === 'bearer' ? `apiKey: ${key === undefined ? 'process.env.API_KEY' : `'${key}'`}` : 'wallet';
  if (auth !== 'none') lines.push(`  client    createClient({ host: hosts.${id}, baseUrl: '${url}', ${means} })`);
  return lines;
}

function fundsText(funds: readonly Fund[], settler: Settler | undefined): string {
  if (settler) return 'by the balances of wallets on the chain';
  return funds.map(fundText).join(', ') || 'no wallet: --fund ADDRESS=USD gives a wallet test USDC';
}

function fundText({ address, amount }: Fund): string {
  return `${address} with ${formatUsd(amount)} USD`;
}

/** A valid request to a host. */
export interface Example {
  readonly path: string;
  readonly body: unknown;
}

/** The example of a host's contract with the shortest path that is paid and can be undone; `undefined` if there is none. */
export async function exampleOf(host: string, generated: string): Promise<Example | undefined> {
  const { operations } = await readContract(join(generated, 'contracts', `${host}.json`));
  const examples = operations.flatMap(({ method, path, price, example, irreversible }): Example[] => {
    const body = example?.body;
    const isShown = price !== undefined && !irreversible && method === 'POST' && Object.keys(Object(body)).length > 0;
    return isShown && !path.includes('{') ? [{ path, body }] : [];
  });
  return examples.toSorted((a, b) => a.path.length - b.path.length)[0];
}
