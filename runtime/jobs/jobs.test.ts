/** Jobs that their callers cancel, over HTTP against the toy service. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { Problem } from '../operation/problem.ts';
import { crawl } from '../testing/crawl.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { createWallet } from '../testing/wallet.ts';
import { Jobs } from './jobs.ts';

const ask = { text: 'hi' };
const path = '/toy/loans/crawl-7';
let gateway: TestGateway;
let finish: () => void;
let jobs: Jobs<unknown, string>;

beforeEach(async () => {
  gateway = await startTestGateway();
  const work = new Promise<string>((resolve) => {
    finish = () => resolve('pages');
  });
  jobs = new Jobs({ machine: crawl, work: () => work });
});
afterEach(() => gateway.close());

/** Starts a job with an id of its provider, and returns the payment. */
async function start(): Promise<string> {
  const header = await gateway.sign('/toy/loans', ask);
  gateway.script('lend', async (call) => {
    const { id } = await jobs.start(gateway.services, call, call.request, 'crawl-7');
    return { status: 202, body: { id }, charge: 'later' };
  });
  const { json } = await gateway.send('/toy/loans', ask, { 'PAYMENT-SIGNATURE': header });
  expect(json).toEqual({ id: 'crawl-7' });
  return header;
}

/** Polls or cancels the job, and returns its status and state. */
async function call(header: string, what: 'poll' | 'cancel') {
  gateway.script('poll', async (each) => {
    try {
      const { state, receipt } = await jobs[what](gateway.services, each, 'crawl-7');
      return { status: 200, body: { state }, ...(receipt && { receipt }) };
    } catch (error) {
      return { status: 403, body: { refused: error instanceof Problem && error.id } };
    }
  });
  const { status, json } = await gateway.send(path, undefined, { 'PAYMENT-SIGNATURE': header });
  return [status, json] as const;
}

const transfers = () => gateway.services.store.ledger.transfers();

test('a job that is cancelled costs nothing, and stays cancelled when its work ends', async () => {
  const header = await start();
  expect(await call(header, 'cancel')).toEqual([200, { state: 'cancelled' }]);
  finish();
  expect(await call(header, 'poll')).toEqual([200, { state: 'cancelled' }]);
  expect(await call(header, 'cancel')).toEqual([200, { state: 'cancelled' }]);
  expect(await transfers()).toEqual([]);
});

test('a job that has ended is not cancelled', async () => {
  const header = await start();
  finish();
  expect(await call(header, 'poll')).toEqual([200, { state: 'done' }]);
  expect(await call(header, 'cancel')).toEqual([200, { state: 'done' }]);
  expect(await transfers()).toHaveLength(1);
});

test('a job is cancelled by its owner alone', async () => {
  const header = await start();
  const other = await gateway.sign(path, undefined, {}, createWallet());
  expect(await call(other, 'cancel')).toEqual([403, { refused: 'payer-mismatch' }]);
  expect(await call(header, 'poll')).toEqual([200, { state: 'running' }]);
});
