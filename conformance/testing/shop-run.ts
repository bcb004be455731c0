import { readChallenge } from '../calls/challenge.ts';
import type { Level, Run } from '../check/run.ts';
import type { Contract } from '../contract/contract.ts';
import type { Exchange, Invocation, PaidCall } from '../http/exchange.ts';
import { createEvaluator } from '../oracle/evaluate.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { shopContract } from './shop-contract.ts';
import { createShop, type ShopAnswer, type ShopFault } from './shop.ts';

/** How a run against a service in memory is set up. */
export interface ShopRunOptions {
  readonly fault?: ShopFault;
  readonly level?: Level;
  readonly contract?: Contract;
  /** In place of the shop. */
  readonly service?: (operation: string, body: unknown, paid: boolean) => ShopAnswer;
}

const silentWallet: Wallet = {
  address: '0x0000000000000000000000000000000000000001',
  sign: () => Promise.reject(new Error('This wallet signs nothing.')),
};

/** A run whose target is a function: every request is recorded. */
export function createShopRun(options: ShopRunOptions = {}): Run & { readonly sent: () => number } {
  const { contract = shopContract, level = 'paid' } = options;
  const service = options.service ?? createShop(options.fault);
  const exchanges: Run['exchanges'][number][] = [];

  const exchangeOf = (invocation: Invocation, paid: boolean): Exchange => {
    const { operation } = invocation;
    const body = invocation.body === undefined ? undefined : JSON.stringify(invocation.body);
    // The body travels as text, as it does over HTTP.
    const {
      status,
      json,
      headers = {},
    } = service(operation.id, body === undefined ? undefined : JSON.parse(body), paid);
    const exchange: Exchange = {
      sent: {
        method: operation.method,
        path: operation.path,
        headers: paid ? { 'payment-signature': 'x' } : {},
        ...(paid && { payment: { header: 'payment-signature', value: 'x' } }),
        ...(body && { body }),
      },
      received: { status, headers, rawHeaders: [], text: JSON.stringify(json), json, events: [], cut: false },
    };
    exchanges.push({ operation: operation.id, invocation, exchange });
    return exchange;
  };

  const send = async (invocation: Invocation) => exchangeOf(invocation, false);
  const challenge = async (invocation: Invocation) => readChallenge(await send(invocation), contract);
  return {
    contract,
    target: { host: contract.host.id, url: 'http://shop.test', wallets: {}, maxSpend: 0n, segments: {}, models: {} },
    level,
    seed: 1,
    evaluator: createEvaluator(contract),
    unfundedWallet: silentWallet,
    exhaust: false,
    samples: Number.POSITIVE_INFINITY,
    exchanges,
    sent: () => exchanges.length,
    operation(id) {
      const operation = contract.operations.find((each) => each.id === id);
      if (!operation) throw new Error(`There is no operation "${id}".`);
      return operation;
    },
    send,
    challenge,
    async pay(invocation): Promise<PaidCall> {
      const received = await challenge(invocation);
      const exchange = exchangeOf(invocation, true);
      return { ...exchange, challenge: received, header: 'x', all: [exchange] };
    },
    freshPayer: async () => silentWallet,
    settlements: async () => ({ compared: 0, unexplained: [] }),
    now: async () => 0,
  };
}
