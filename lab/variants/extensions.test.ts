/** Our service with extensions of the x402 standard in its challenges: what sellers must do, and official clients use. */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Serve } from '@tollwright/runtime/http/server';
import { x402Client } from '@x402/core/client';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier';
import { wrapFetchWithPayment } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { contractOf } from '#conformance/testing/contract.ts';
import { encodePayment } from '#conformance/wallet/wallet.ts';
import { judgeSeller } from '#conformance/x402/judge.ts';
import { readStandard } from '#conformance/x402/standard.ts';
import { startGateway } from '#gateway/start.ts';
import { createClient } from '#generated/client/client.ts';
import { decodeHeader } from '../toolkit/messages.ts';
import { signatureHeader } from '../toolkit/payment-headers.ts';
import { startTrial } from '../toolkit/trial.ts';
import { withEdit } from './testing/respecified.ts';

const declared = {
  file: 'protocol/transport.yaml',
  from: '  receipt:\n',
  to: '  extensions: { payment-identifier: {}, bazaar: {} }\n  receipt:\n',
};

/** Gateways that break a rule about identifiers, and the rules that each breaks. */
const careless: readonly (readonly [what: string, serve: (serve: Serve) => Serve, broken: readonly string[]])[] = [
  ['keeps the rules', (serve) => serve, []],
  ['forgets the kept answers', withoutIdentifier, ['payment.identifier.conflict', 'payment.identifier.repeated']],
  ['refuses a conflict like a used payment', conflictsAs(402), ['payment.identifier.conflict']],
];

/** Serves payments as if they had no identifier. */
function withoutIdentifier(serve: Serve): Serve {
  return (call) => {
    const header = call.headers[signatureHeader];
    if (typeof header !== 'string') return serve(call);
    const { extensions: _, ...payment } = decodeHeader(header);
    return serve({ ...call, headers: { ...call.headers, [signatureHeader]: encodePayment(payment) } });
  };
}

function conflictsAs(status: number): (serve: Serve) => Serve {
  return (serve) => async (call) => {
    const answer = await serve(call);
    return answer.status === 409 ? { ...answer, status } : answer;
  };
}

test('a written contract has rules about identifiers where its transport declares them, and judges by them', async () => {
  expect((await contractOf('base')).rules.filter(({ id }) => id.startsWith('payment.identifier'))).toEqual([]);
  await withEdit('base', declared, async ({ contract, host }) => {
    const only = ['payment.identifier.*'];
    const rules = contract.rules.filter(({ id }) => id.startsWith('payment.identifier'));
    for (const [what, serve, broken] of careless) {
      const trial = await startTrial(contract, (options, prepare) =>
        startGateway(options, (parts) => ({ ...prepare(parts), host, wrap: serve })),
      );
      try {
        const { results } = await trial.judge({ level: 'paid', only, verdictsOnly: true });
        expect(
          results.map(({ rule }) => rule),
          what,
        ).toEqual(rules.map(({ id }) => id));
        const failed = results.flatMap(({ rule, verdict }) => (verdict === 'pass' ? [] : [`${rule}`]));
        expect(failed.toSorted(), what).toEqual(broken);
      } finally {
        await trial.close();
      }
    }
    const undeclaring = await startTrial(contract, (options, prepare) => startGateway(options, prepare));
    const { results } = await undeclaring.judge({ level: 'paid', only, verdictsOnly: true });
    expect(results.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
    await undeclaring.close();
  });
});

test('a host with extensions keeps the rules about them, and official clients and ours buy from it', async () => {
  const standard = await readStandard('spec/standards');
  const body = join(tmpdir(), `search-${process.pid}.json`);
  await writeFile(body, JSON.stringify({ query: 'weather in Oslo' }));
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  try {
    await withEdit('base', declared, async ({ host }) => {
      const funds = [{ address: account.address, amount: 10_000_000n }];
      const gateway = await startGateway({ host: 'base', port: 0, funds }, (parts) => ({ ...parts, host }));
      try {
        const { url } = gateway;
        const env = { PAYER_KEY: key };
        const { report } = await judgeSeller({ standard, url, body, route: 'POST /api/v1/search', level: 'paid', env });
        const verdicts = Object.fromEntries(report.results.map(({ rule, verdict }) => [rule, verdict]));
        expect(report.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
        expect(verdicts).toMatchObject({
          'x402.identifier.repeated': 'pass',
          'x402.identifier.conflict': 'pass',
          'x402.discovery.description': 'pass',
        });

        const ours = createClient({
          host,
          baseUrl: url,
          wallet: { address: account.address, sign: account.signTypedData },
          budget: '1',
        });
        expect(await ours.search({ query: 'weather in Oslo' })).toMatchObject({ receipt: { payer: account.address } });

        const client = registerExactEvmScheme(new x402Client(), { signer: account });
        client.onBeforePaymentCreation(async ({ paymentRequired }) => {
          appendPaymentIdentifierToExtensions(Object(paymentRequired.extensions), 'pay_0123456789abcdef');
        });
        const pay = wrapFetchWithPayment(fetch, client);
        const init = {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: await readFile(body, 'utf8'),
        };
        expect((await pay(`${url}/api/v1/search`, init)).status).toBe(200);
        // Each call of this client signs a payment of its own, which conflicts with the identifier that was used.
        expect((await pay(`${url}/api/v1/search`, init)).status).toBe(409);
      } finally {
        await gateway.close();
      }
    });
  } finally {
    await rm(body);
  }
});
