/** Facts of the payment protocol, changed in the specification one at a time. */

import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import type { Contract } from '#conformance/contract/contract.ts';
import { contractOf } from '#conformance/testing/contract.ts';
import { startGateway } from '#gateway/start.ts';
import { createClient } from '#generated/client/client.ts';
import { hosts } from '#generated/hosts/index.ts';
import { compare } from '#generators/compare/compare.ts';
import { startTrial } from '../toolkit/trial.ts';
import { type Edit, usualSpec, withEdit } from './testing/respecified.ts';

interface Fact extends Edit {
  readonly name: string;
  /** Rules of the old contract that the new gateway breaks. */
  readonly breaks: readonly string[];
  /** Kinds of change that `diff` reports. */
  readonly kinds: readonly string[];
}

const transport = 'protocol/transport.yaml';
const errors = 'errors/payment.yaml';

/** The schema of a receipt whose properties begin with `success`. */
function receiptOf(success: string): string {
  return `{ required: [success, network], properties: { success: ${success}, network: { type: string } } }`;
}

const facts: readonly Fact[] = [
  {
    name: 'a header of challenges',
    ...{ file: transport, from: 'WWW-Authenticate:', to: 'X-Authenticate:' },
    breaks: ['payment.challenge.www-authenticate'],
    kinds: ['challenge-header-added', 'challenge-header-removed'],
  },
  {
    name: 'the form of a header',
    ...{
      file: transport,
      from: 'PAYMENT-REQUIRED: { form: "{base64}"',
      to: 'PAYMENT-REQUIRED: { form: "x402 {base64}"',
    },
    breaks: ['payment.challenge.header'],
    kinds: ['challenge-header-changed'],
  },
  {
    name: 'a header of payments',
    ...{ file: transport, from: 'X-Payment:', to: 'X-Coin:' },
    breaks: ['payment.accepted.versions', 'payment.accepted.x-payment', 'payment.replay.claimed-once'],
    kinds: ['payment-header-added', 'payment-header-removed'],
  },
  {
    name: 'a header of receipts',
    ...{ file: transport, from: 'X-Payment-Receipt:', to: 'X-Hash:' },
    breaks: ['payment.receipt.transaction'],
    kinds: ['receipt-header-added', 'receipt-header-removed'],
  },
  {
    name: 'a field of receipts',
    ...{
      file: transport,
      from: '  receipt:\n',
      to: `  receipt:\n    success: ${receiptOf('{ const: settled }, transaction: { type: string }')}\n`,
    },
    breaks: ['payment.receipt.fields'],
    kinds: ['receipt-schema-changed'],
  },
  {
    name: 'a field of receipts of failure',
    ...{
      file: transport,
      from: '  receipt:\n',
      to: `  receipt:\n    failure: ${receiptOf("{ const: unsettled }, transaction: { const: '' }")}\n`,
    },
    breaks: ['payment.receipt.failure'],
    kinds: ['receipt-schema-changed'],
  },
  {
    name: 'the code of an error',
    ...{ file: errors, from: 'const: PAYMENT_REPLAY', to: 'const: PAYMENT_USED' },
    breaks: ['payment.replay.claimed-once', 'payment.replay.raced'],
    kinds: ['error-field-changed'],
  },
  {
    name: 'the text of an error',
    ...{ file: errors, from: 'const: Payment settlement failed', to: 'const: Settlement failed' },
    breaks: ['payment.settlement.failed'],
    kinds: ['error-field-changed'],
  },
  {
    name: 'the status of an error',
    ...{ file: errors, from: 'payment-replay:\n', to: 'payment-replay:\n    http: 409\n' },
    breaks: ['payment.replay.claimed-once', 'payment.replay.raced'],
    kinds: ['error-status-changed'],
  },
  {
    name: 'a window',
    ...{ file: 'hosts/base.yaml', from: 'seconds: 300', to: 'seconds: 200' },
    breaks: ['payment.challenge.window'],
    kinds: ['host-window-shortened'],
  },
  {
    name: 'the error of a refusal',
    ...{ file: transport, from: 'refusals:\n', to: 'refusals:\n    payee: payment-replay\n' },
    breaks: ['payment.rejected.everywhere', 'payment.rejected.recipient'],
    kinds: ['refusal-error-changed'],
  },
  {
    name: 'the length of payments',
    ...{ file: transport, from: '  refusals:\n', to: '    max_length: 6000\n  refusals:\n' },
    breaks: ['payment.accepted.length'],
    kinds: ['payment-length-lowered'],
  },
  {
    name: 'the versions of payments',
    ...{ file: transport, from: '  refusals:\n', to: '    versions: [2]\n  refusals:\n' },
    breaks: ['payment.accepted.versions'],
    kinds: ['payment-version-removed'],
  },
  {
    name: 'the encodings of payments',
    ...{ file: transport, from: '  refusals:\n', to: '    encodings: [base64]\n  refusals:\n' },
    breaks: ['payment.accepted.encodings'],
    kinds: ['payment-encoding-removed'],
  },
  {
    name: 'the fields of payments',
    ...{ file: transport, from: '  refusals:\n', to: `    schemas: { 2: { required: [payload] } }\n  refusals:\n` },
    breaks: [],
    kinds: ['payment-schema-changed'],
  },
  {
    name: 'what becomes of a payment that was not charged',
    ...{ file: transport, from: 'claim: {', to: 'claim: { uncharged: used,' },
    breaks: ['payment.failure.releases'],
    kinds: ['payment-reuse-changed'],
  },
  {
    name: 'what free operations may return',
    ...{ file: transport, from: 'free: { never: [401, 403],', to: 'free: { never: [401],' },
    breaks: [],
    kinds: ['free-statuses-changed'],
  },
  {
    name: 'the extensions of challenges',
    ...{
      file: transport,
      from: '  receipt:\n',
      to: '  extensions: { payment-identifier: {}, bazaar: {} }\n  receipt:\n',
    },
    breaks: [],
    kinds: ['payment-extension-added', 'rule-added'],
  },
];

/** The specification as it is. */
const usual = usualSpec();

/** The rules of payments that a gateway breaks, by a contract. */
async function broken(contract: Contract, host: HostDefinition): Promise<readonly string[]> {
  const only = contract.rules.flatMap(({ id }) => (id.startsWith('payment.') ? [id] : []));
  const trial = await startTrial(contract, (options, prepare) =>
    startGateway(options, (parts) => ({ ...prepare(parts), host })),
  );
  try {
    const { results } = await trial.judge({ level: 'controlled', only, exhaust: true, verdictsOnly: true });
    return results.flatMap(({ rule, verdict }) => (verdict === 'fail' || verdict === 'error' ? [rule] : []));
  } finally {
    await trial.close();
  }
}

/** Buys a search of a host with the clients that are generated for hosts: its own, and others. */
async function buy(host: HostDefinition, clients: readonly HostDefinition[]) {
  const { address, signTypedData: sign } = privateKeyToAccount(generatePrivateKey());
  const funds = [{ address, amount: 1_000_000n }];
  const gateway = await startGateway({ host: 'base', port: 0, funds }, (parts) => ({ ...parts, host }));
  try {
    const buying = clients.map(async (each) => {
      const client = createClient({ host: each, baseUrl: gateway.url, wallet: { address, sign }, budget: '1' });
      return (await client.search({ query: 'weather in Oslo' })).receipt?.payer === address;
    });
    return (await Promise.allSettled(buying)).map((each) => each.status === 'fulfilled' && each.value);
  } finally {
    await gateway.close();
  }
}

describe('a fact of the protocol that is changed in the specification', () => {
  test.each(facts)(
    '$name: gateway, client, documentation and `diff` follow, and these rules of the old contract are broken',
    async (fact) => {
      await withEdit('base', fact, async ({ side, contract, host, pages }) => {
        expect(await broken(contract, host)).toEqual([]);
        expect(await broken(await contractOf('base'), host)).toEqual(fact.breaks);
        expect(await buy(host, [host])).toEqual([true]);
        const before = await usual;
        expect(pages).not.toBe(before.pages);
        const { changes } = compare(before.side, side);
        expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(fact.kinds));
        // A rule that is new is no difference of an answer.
        expect(changes.filter(({ kind, witness }) => kind !== 'rule-added' && witness === undefined)).toEqual([]);
      });
    },
  );

  test('is followed by the generated client and by OpenAPI', async () => {
    const edit = { file: transport, from: 'PAYMENT-', to: 'MONEY-' };
    await withEdit('base', edit, async ({ host, description }) => {
      expect(description).toContain('MONEY-REQUIRED');
      expect(description).toContain('MONEY-SIGNATURE');
      expect(description).not.toContain('PAYMENT-');
      // A client of the specification as it is pays in a header that this gateway does not read.
      const { base: usualHost = host } = hosts;
      expect(await buy(host, [host, usualHost])).toEqual([true, false]);
    });
  });
});
