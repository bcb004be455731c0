import { afterEach, expect, test } from 'vitest';
import { conform } from '#conformance/conform.ts';
import type { Report } from '#conformance/report/report.ts';
import { contractOf } from '#conformance/testing/contract.ts';
import { addressOf, randomKey } from '#conformance/wallet/keys.ts';
import { networkKind } from '#conformance/wallet/networks.ts';
import { startAltered } from '../toolkit/altered-gateway.ts';
import { startProxy } from '../toolkit/proxy.ts';
import { changeResponses } from '../toolkit/server.ts';
import { complaints } from './judge.ts';

const token = 'control-token-of-the-obstacles';
const apiKey = 'sk_key_of_the_obstacles_and_no_other';

const stopped: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stopped.splice(0)) await stop();
});

/** What stands in the way of a run: too little money, a control API that refuses, an operation that does not work. */
interface Obstacle {
  readonly host: 'base' | 'account';
  /** Micro-USDC of each wallet, or of the API key. */
  readonly balance?: bigint;
  /** Call of the control API that is refused although it is offered. */
  readonly refused?: string;
  /** Operation that is out of service. */
  readonly down?: string;
  readonly level?: 'paid' | 'controlled';
  readonly only?: readonly string[];
}

async function judge({ host, balance = 1_000_000_000n, refused, down, level, only }: Obstacle): Promise<Report> {
  const contract = await contractOf(host);
  const kind = networkKind(contract.host.payment?.network);
  const wallets = { PAYER_KEY: randomKey(kind), OTHER_KEY: randomKey(kind) };
  const paused = changeResponses((own, { operation }) =>
    operation === down
      ? { status: 503, headers: { 'Content-Type': 'application/json' }, body: '{"error":"It is paused"}' }
      : own,
  );
  const gateway = await startAltered(
    {
      alter(parts) {
        for (const key of Object.values(wallets)) void parts.services.store.ledger.fund(addressOf(key), balance);
        return down === undefined ? parts : paused(parts);
      },
    },
    { host, port: 0, controlPort: 0, controlToken: token, apiKeys: [{ key: apiKey, balance }] },
  );
  stopped.push(gateway.close);
  const control = await refusing(gateway.controlUrl ?? '', refused);
  return conform({
    ...{ contract, host, url: gateway.url, maxSpend: '100', target: `generated/targets/${host}.yaml` },
    env: { ...wallets, API_KEY: apiKey, ...(level !== 'paid' && { CONTROL_TOKEN: token }) },
    ...(level === 'paid' ? { level } : { level: 'controlled', control: { url: control.url, token } }),
    ...(only && { only }),
  });
}

/** A control API that offers what ours offers, and refuses one call of it. */
async function refusing(url: string, refused: string | undefined): Promise<{ readonly url: string }> {
  const proxy = await startProxy(url, async (request, forward) =>
    refused !== undefined && request.url.startsWith(`/control/v1/${refused}`)
      ? { status: 501, headers: { 'content-type': 'application/json' }, body: '{"error":"Not here."}' }
      : forward(request),
  );
  stopped.push(proxy.close);
  return proxy;
}

/** The reasons why rules are not testable that contain a text. */
function reasons({ results }: Report, text: string): ReadonlySet<string> {
  return new Set(results.flatMap(({ detail = '' }) => (detail.includes(text) ? [detail] : [])));
}

const some = ['sandbox-*', 'image-*', 'portrait-*', 'create-*.stream', 'get-*stock*', 'create-*.errors.*'];

test('a wallet that runs dry is one reason and no failure', async () => {
  const report = await judge({ host: 'base', balance: 20_000n, level: 'paid', only: ['payment.*', ...some] });
  expect(complaints(report)).toEqual([]);
  expect(reasons(report, 'PAYMENT_UNFUNDED').size).toBe(1);
});

test('an account whose balance runs out is one reason and no failure', async () => {
  const report = await judge({ host: 'account', balance: 20_000n, level: 'paid', only: some });
  expect(complaints(report)).toEqual([]);
  expect(reasons(report, 'balance of the API key').size).toBe(1);
});

test.each(['reset', 'clock', 'upstream', 'settlement', 'ledger', 'fund', 'allow', 'events'])(
  'a control API that refuses %s is one reason and no failure',
  async (refused) => {
    const only = ['image-*', 'generate-image.errors.*', 'payment.settled.*', 'poll-image.*', 'generate-content.*'];
    const report = await judge({ host: 'base', refused, only: [...only, 'limits.health-reads.*'] });
    expect(complaints(report)).toEqual([]);
    expect(reasons(report, '/control/v1/').size).toBeLessThanOrEqual(2);
  },
);

test('an account host whose control API makes no keys is judged with the key of the target', async () => {
  const only = ['start-call.*', 'create-chat-completion.*', 'call-*'];
  expect(complaints(await judge({ host: 'account', refused: 'keys', only }))).toEqual([]);
});

test('an operation that is out of service is one finding', async () => {
  const only = ['create-sandbox.*', 'sandbox-*', 'payment.challenge.required'];
  expect(complaints(await judge({ host: 'base', down: 'create-sandbox', only }))).toEqual([
    'fail payment.challenge.required: create-sandbox returned 503 for a valid request without payment.',
  ]);
});
