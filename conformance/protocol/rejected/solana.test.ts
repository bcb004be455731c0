import { ledgerBlocks } from '@tollwright/runtime/payment/svm/blocks';
import { verifyTransaction } from '@tollwright/runtime/payment/svm/verify';
import { expect, test } from 'vitest';
import { fieldsOf } from '../../common/json.ts';
import type { PaymentProfile } from '../../contract/host.ts';
import { parseJson } from '../../http/events.ts';
import type { ReceivedResponse, SentRequest } from '../../http/exchange.ts';
import { referenceContract } from '../../testing/reference/contract.ts';
import { ReferenceGateway } from '../../testing/reference/gateway.ts';
import { verdictOf } from '../../testing/reference/protocol-suite.ts';
import { runAgainst } from '../../testing/reference/run.ts';
import { contractTransport } from '../../testing/transport.ts';
import { addressOf, randomKey } from '../../wallet/keys.ts';
import type { Payment, SignedTransaction } from '../../wallet/wallet.ts';
import { flawChecks } from './refusal.ts';

/** A reason for which this gateway refuses payments, in its own words. */
type Reason = string;

const profile: PaymentProfile = {
  version: 2,
  scheme: 'exact',
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  networkStatus: 'stated',
  asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  decimals: 6,
  window: 300,
  windowStatus: 'stated',
  transport: contractTransport,
};
const { 'payment-invalid': invalid } = referenceContract.errors;
if (!invalid) throw new Error('The reference contract refuses invalid payments.');
const code = 'PAYMENT_BLOCKHASH_STALE';
const stale = { ...invalid, id: 'payment-blockhash-stale', body: { properties: { code: { const: code } } } };
const contract = {
  ...referenceContract,
  host: { ...referenceContract.host, payment: profile },
  operations: referenceContract.operations.filter(({ id }) => id === 'small'),
  errors: { ...referenceContract.errors, [stale.id]: stale },
};

/** A gateway on Solana that serves every payment which it would refuse for a certain reason, and its run. */
function solanaRun(ignored: RegExp) {
  const keys = { payer: randomKey('solana'), unfunded: randomKey('solana') };
  const [payTo, feePayer] = [addressOf(randomKey('solana')), addressOf(randomKey('solana'))];
  let now = 1_800_000_000;
  const offer = () => ({
    ...{ scheme: 'exact', network: profile.network, asset: profile.asset, amount: '10000', payTo },
    ...{ maxTimeoutSeconds: 300, extra: { feePayer, recentBlockhash: ledgerBlocks.latest(now) } },
  });

  /** The reason to refuse a payment; `undefined` for one that is valid. */
  async function refuse({ accepted, payload }: Payment<SignedTransaction>): Promise<Reason | undefined> {
    const expected = { ...offer(), version: 2, window: 300 } as Parameters<typeof verifyTransaction>[1]['expected'];
    const terms = { network: profile, expected, amount: '10000', lifetime: 300, now };
    const read = await verifyTransaction(payload, terms, ledgerBlocks);
    if ('message' in read) return read.message;
    if (read.late) return `The blockhash is old: ${read.late}`;
    const { extra, ...required } = offer();
    const isAccepted = Object.entries(required).every(([name, value]) => accepted[name] === value);
    if (!isAccepted || fieldsOf(accepted.extra).feePayer !== extra.feePayer) return 'It accepts another offer.';
    return read.payer === addressOf(keys.unfunded) ? 'It is not funded.' : undefined;
  }

  async function exchange({ headers }: SentRequest): Promise<ReceivedResponse> {
    const header = headers['payment-signature'];
    if (header === undefined) return answer(402, { x402Version: 2, accepts: [offer()] });
    // All payments come from the suite's own wallets.
    const payment = parseJson(Buffer.from(header, 'base64').toString()) as Payment<SignedTransaction>;
    const reason = await refuse(payment);
    if (reason === undefined || ignored.test(reason)) return answer(200, { text: 'Served' });
    const codes = [
      [/blockhash/, code],
      [/funded/, 'PAYMENT_UNFUNDED'],
    ] as const;
    const [, due = 'PAYMENT_INVALID'] = codes.find(([words]) => words.test(reason)) ?? [];
    return answer(402, { error: 'Payment verification failed', code: due });
  }

  return runAgainst({
    contract,
    level: 'controlled',
    client: { exchange },
    control: {
      ...new ReferenceGateway().control(),
      now: async () => now,
      advance: async (seconds) => {
        now += seconds;
        return now;
      },
    },
    keys,
    now: async () => now,
  });
}

function answer(status: number, json: unknown): ReceivedResponse {
  return { status, headers: {}, rawHeaders: [], text: JSON.stringify(json), json, events: [], cut: false };
}

/** The flaws that a payment on Solana can have, each with the reason for which it must be refused. */
const flaws: readonly (readonly [rule: string, reason: RegExp])[] = [
  ['payment.rejected.signature', /signature/],
  ['payment.rejected.signer', /signature/],
  ['payment.rejected.underpaid', /exact amount/],
  ['payment.rejected.overpaid', /exact amount/],
  ['payment.rejected.recipient', /payee/],
  ['payment.rejected.network', /another offer/],
  ['payment.rejected.asset', /asset/],
  ['payment.rejected.blockhash-stale', /blockhash/],
  ['payment.rejected.not-a-transfer', /token transfer/],
  ['payment.rejected.unfunded', /funded/],
  ['payment.rejected.compute-price', /compute price/],
  ['payment.rejected.fee-payer', /fee payer/],
];
const nothing = /^$/;

test.each(flaws)('%s passes where payments are verified, and fails where %s is ignored', async (rule, reason) => {
  expect(await verdictOf(flawChecks, rule, solanaRun(nothing))).toEqual({ verdict: 'pass' });
  const outcome = await verdictOf(flawChecks, rule, solanaRun(reason));
  expect(outcome).toMatchObject({ verdict: 'fail', detail: expect.stringMatching(/was served\.$/) });
});
