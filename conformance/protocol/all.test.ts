import { readdir, readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { Level, Outcome, Run } from '../check/check.ts';
import { fieldsOf } from '../json/json.ts';
import { referenceContract } from '../testing/reference/contract.ts';
import type { Faults } from '../testing/reference/faults.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { protocolChecks } from './all.ts';

/** Rules for hosts of another kind than the reference host. */
const elsewhere =
  /^(account\.|characters\.|http\.retired|payment\.rejected\.(blockhash-stale|compute-price|fee-payer|not-a-transfer))/;
const offline = protocolChecks.filter(({ id }) => !elsewhere.test(id));

async function verdictOf(id: string, run: Run): Promise<Outcome> {
  const check = protocolChecks.find((each) => each.id === id);
  if (!check) throw new Error(`There is no check ${id}.`);
  return check.check(run);
}

test('has one check for each rule of the specification that can be seen', async () => {
  const folder = new URL('../../spec/protocol/', import.meta.url);
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  const ids = texts.flatMap((text) =>
    Object.entries(fieldsOf(fieldsOf(load(text)).rules)).flatMap(([id, rule]) =>
      'unobservable' in fieldsOf(rule) ? [] : [id],
    ),
  );
  expect(protocolChecks.map(({ id }) => id).sort()).toEqual(ids.sort());
});

describe('the reference gateway', () => {
  test.each(offline.map(({ id }) => id))('keeps %s', async (id) => {
    expect(await verdictOf(id, referenceRun())).toMatchObject({ verdict: 'pass' });
  });

  test('keeps what can be seen without a wallet', async () => {
    const run = referenceRun({}, 'free');
    const free = offline.filter(({ id }) => id.startsWith('payment.challenge.') || id.startsWith('http.'));
    for (const { id } of [...free, { id: 'payment.rejected.signature' }, { id: 'payment.rejected.unfunded' }]) {
      expect(await verdictOf(id, run), id).toMatchObject({ verdict: 'pass' });
    }
  });
});

const otherNetwork = 'eip155:999';
const header = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

/** One fault each, and the rule that has to name it. */
const faults: readonly (readonly [rule: string, faults: Faults, level?: Level])[] = [
  ['payment.challenge.required', { challengeStatus: 401 }],
  ['payment.challenge.version', { challenge: (body) => Object.assign(body, { x402Version: 1 }) }],
  ['payment.challenge.accepts', { challenge: (body) => Object.assign(body, { accepts: [] }) }],
  ['payment.challenge.scheme', { challenge: (_, offer) => Object.assign(offer, { scheme: 'upto' }) }],
  ['payment.challenge.network', { challenge: (_, offer) => Object.assign(offer, { network: otherNetwork }) }],
  ['payment.challenge.network', { challenge: (_, offer) => Object.assign(offer, { network: '' }) }],
  ['payment.challenge.asset', { challenge: (_, offer) => delete offer.asset }],
  ['payment.challenge.asset-address', { challenge: (_, offer) => Object.assign(offer, { asset: '0x01' }) }],
  ['payment.challenge.amount', { challenge: (_, offer) => Object.assign(offer, { amount: '10.5' }) }],
  ['payment.challenge.amount-equals-price', { challenge: (_, offer) => Object.assign(offer, { amount: '10001' }) }],
  ['payment.challenge.pay-to', { challenge: (_, offer) => delete offer.payTo }],
  ['payment.challenge.timeout', { challenge: (_, offer) => delete offer.maxTimeoutSeconds }],
  ['payment.challenge.window', { challenge: (_, offer) => Object.assign(offer, { maxTimeoutSeconds: 300 }) }],
  ['payment.challenge.error', { challenge: (body) => Object.assign(body, { error: 'Pay' }) }],
  ['payment.challenge.message', { challenge: (body) => delete body.message }],
  ['payment.challenge.price', { challenge: (body) => Object.assign(body, { price: { amount: '0.01' } }) }],
  ['payment.challenge.payment-info', { challenge: (body) => delete body.paymentInfo }],
  ['payment.challenge.header', { challengeHeaders: { 'payment-required': null } }],
  ['payment.challenge.header', { challengeHeaders: { 'x-payment-required': 'no JSON' } }],
  ['payment.challenge.header-agrees', { challengeHeaders: { 'x-payment-required': header({ accepts: [{}] }) } }],
  ['payment.challenge.header-agrees', { challenge: (_, offer) => Object.assign(offer, { payTo: '0xcc' }) }],
  ['payment.challenge.www-authenticate', { challengeHeaders: { 'www-authenticate': null } }],
  ['payment.challenge.extras', { challenge: (body) => delete body.parts }],
  ['payment.accepted.signature-header', { unseen: ['payment-signature'] }],
  ['payment.accepted.x-payment', { unseen: ['x-payment'] }],
  ['payment.receipt.response', { receipts: ['payment-response'] }],
  ['payment.receipt.transaction', { receipts: ['x-payment-receipt'] }],
  ['payment.receipt.transaction', { settles: 'never' }],
  ['payment.replay.claimed-once', { unseen: ['claim'] }],
  ['payment.replay.respelled', { claims: 'signature' }],
  ['payment.replay.respelled', { claims: 'signature' }, 'paid'],
  ['payment.replay.elsewhere', { claims: 'route' }],
  ['payment.replay.remembered', { claims: 'next' }],
  ['payment.replay.without-payment', { caches: true }],
  ['payment.settled.concurrently', { settles: 'twice' }],
  ['payment.invalid-request.settles-nothing', { settles: 'on-invalid' }],
  ['http.not-json', { lenient: true }, 'free'],
  [
    'payment.challenge.www-authenticate',
    { challengeHeaders: { 'www-authenticate': `x402 requirements="${header({ accepts: [{}], of: 'another' })}"` } },
  ],
  ['payment.replay.raced', { racy: true }],
  ['payment.replay.raced', { racy: true }, 'paid'],
  ['payment.replay.raced', { settles: 'twice' }],
  ['payment.settled.exactly-once', { settles: 'twice' }],
  ['payment.settled.exactly-once', { settles: 'never' }],
  ['payment.settled.as-quoted', { settles: 'more' }],
  ['payment.failure.settles-nothing', { settles: 'on-failure' }],
  ['payment.failure.releases', { keepsFailedClaims: true }],
  ['payment.settlement.failed', { ignoresSettlementFailure: true }],
  ['payment.invalid-request.keeps-payment', { keepsInvalidClaims: true }],
  ['payment.free.no-challenge', { paths: { '/v1/list': 401 } }],
  ['payment.rejected.signature', { unseen: ['signature'] }, 'paid'],
  ['payment.rejected.signature', { code: 'NOT_A_CODE' }, 'free'],
  ['payment.rejected.signer', { unseen: ['domain'] }],
  ['payment.rejected.underpaid', { unseen: ['amount'] }],
  ['payment.rejected.overpaid', { unseen: ['amount'] }],
  ['payment.rejected.recipient', { unseen: ['recipient'] }],
  ['payment.rejected.network', { unseen: ['domain'] }],
  ['payment.rejected.asset', { unseen: ['domain'] }],
  ['payment.rejected.domain', { unseen: ['domain'] }],
  ['payment.rejected.expired', { unseen: ['expiry'] }],
  ['payment.rejected.not-yet-valid', { unseen: ['beginning'] }],
  ['payment.rejected.unfunded', { unseen: ['balance'] }, 'free'],
  ['payment.rejected.dearer-request', { unseen: ['amount', 'accepted'] }],
  ['payment.rejected.settles-nothing', { settles: 'on-refusal' }],
  ['payment.rejected.everywhere', { unseen: ['recipient'] }],
  ['payment.rejected.everywhere', { settles: 'on-refusal' }],
  ['payment.rejected.identity', { unseen: ['signature'] }],
  ['payment.rejected.identity', { unseen: ['domain'] }],
  ['http.unknown-path', { paths: { '/no-such-path': 200 } }],
  ['http.absent-prefix', { paths: { '/bare/small': 402 } }],
  ['openapi.valid', { description: { openapi: '3.0.3', info: { title: 'Toll', version: '1' }, paths: {} } }],
  ['openapi.valid', { description: { openapi: '3.1.0', info: { title: 'Toll' }, paths: {} } }],
];

/** What the documents leave open. */
const variants: readonly (readonly [what: string, variant: Faults])[] = [
  ['numbers for amounts', { challenge: (_, offer) => Object.assign(offer, { amount: Number(offer.amount) }) }],
  ['a price with more digits', { challenge: (body) => extendPrice(body) }],
  [
    'fields and headers of its own',
    { challenge: (body) => Object.assign(body, { more: 1 }), challengeHeaders: { x: 'y' } },
  ],
  ['offers of its own fields', { challenge: (_, offer) => Object.assign(offer, { extra: {} }) }],
];

function extendPrice(body: Record<string, unknown>): void {
  const price = fieldsOf(body.price);
  body.price = { ...price, amount: `${price.amount}00` };
}

describe('a gateway that chose otherwise', () => {
  const rules = offline.map(({ id }) => id).filter((id) => id.startsWith('payment.challenge.'));
  test.each(variants)('with %s keeps every rule of challenges', async (_, variant) => {
    const run = referenceRun(variant, 'free');
    for (const id of rules) expect(await verdictOf(id, run), id).toMatchObject({ verdict: 'pass' });
  });
});

describe('a host of another kind', () => {
  const { payment: _, ...host } = referenceContract.host;
  const operations = referenceContract.operations.filter(({ id }) => id === 'small');
  const keyed = operations.map((operation) => ({ ...operation, auth: 'key' as const }));
  const account = { ...referenceContract, host: { ...host, auth: 'bearer' as const }, operations: keyed };
  const closed = { ...referenceContract, host: { ...host, auth: 'none' as const }, operations: [] };

  test.each(['account.key.missing', 'account.key.invalid', 'account.payment.no-challenge'])('keeps %s', async (id) => {
    const run = referenceRun({ paths: { '/v1/small': 401 } }, 'free', account);
    expect(await verdictOf(id, run)).toMatchObject({ verdict: 'pass' });
    expect(await verdictOf(id, referenceRun({}, 'free', account))).toMatchObject({ verdict: 'fail', actual: 402 });
  });

  test('keeps characters.no-delete', async () => {
    const area = 'characters';
    const enrolling = { ...referenceContract, operations: operations.map((operation) => ({ ...operation, area })) };
    const verdict = (status: number) =>
      verdictOf('characters.no-delete', referenceRun({ paths: { '/v1/small': status } }, 'free', enrolling));
    expect(await verdict(405)).toMatchObject({ verdict: 'pass' });
    expect(await verdict(204)).toMatchObject({ verdict: 'fail', actual: 204 });
  });

  test('keeps http.retired', async () => {
    const gone = referenceRun({ paths: { '/': 404 } }, 'free', closed);
    expect(await verdictOf('http.retired', gone)).toMatchObject({ verdict: 'pass' });
    expect(
      await verdictOf('http.retired', referenceRun({ paths: { '/v1/models': 402 } }, 'free', closed)),
    ).toMatchObject({ verdict: 'fail' });
  });
});

describe('a gateway with one fault', () => {
  test.each(faults.map(([id, fault, level]) => ({ id, fault, level })))('breaks $id by $fault', async (broken) => {
    expect(await verdictOf(broken.id, referenceRun(broken.fault, broken.level))).toMatchObject({ verdict: 'fail' });
  });

  test('is tried in every way', () => {
    const tried = new Set(faults.map(([id]) => id));
    expect(offline.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
  });
});
