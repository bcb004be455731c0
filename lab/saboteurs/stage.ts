/** One gateway, and the proxy before it, that saboteurs share one after another. */

import type { Payment } from '@tollwright/runtime/operation/payment';
import { createWallet, type Wallet } from '@tollwright/runtime/testing/wallet';
import type { Contract } from '#conformance/contract/contract.ts';
import type { Report } from '#conformance/report/report.ts';
import { type Alteration, type Parts, startGateway } from '#gateway/start.ts';
import { chargeKey } from '../faults/charging.ts';
import { settlingBy } from '../faults/settling.ts';
import { decodeHeader, paymentOf } from '../toolkit/messages.ts';
import { type Forward, startProxy, type WireRequest } from '../toolkit/proxy.ts';
import { changePrice } from '../toolkit/routes.ts';
import { combine } from '../toolkit/server.ts';
import { overridePayments, overrideStore, randomNonce } from '../toolkit/services.ts';
import { type Run, startTrial } from '../toolkit/trial.ts';
import { holds } from './edits.ts';
import type { Message } from './message.ts';
import { type Sabotage, type Shown, sabotage } from './proxy.ts';
import { matcherOf } from './routes.ts';
import type { Saboteur } from './saboteur.ts';

/** A gateway behind a proxy. */
export interface Stage {
  readonly url: string;
  readonly contract: Contract;
  readonly control: { readonly url: string; readonly token: string };
  /** A key with money, and a wallet that `fund` gives money to. */
  readonly apiKey: string;
  readonly wallet: Wallet;
  fund(): Promise<void>;
  /** Unix time in seconds by the clock of the gateway. */
  now(): number;
  /** Puts saboteurs to work, or none; returns the messages that they have changed so far, as they come. */
  use(...saboteurs: readonly Saboteur[]): readonly Shown[];
  /** Runs the suite; level `controlled` and the target file with all names unless given. */
  judge(run: Run): Promise<Report>;
  close(): Promise<void>;
}

/** The saboteurs at work. */
interface Current {
  saboteurs: readonly Saboteur[];
  sabotages: readonly Sabotage[];
  shown: Shown[];
}

/** Starts the gateway of a host behind a proxy that changes nothing until a saboteur is put to work. */
export async function startStage(contract: Contract): Promise<Stage> {
  const current: Current = { saboteurs: [], sabotages: [], shown: [] };
  const wallet = createWallet();
  let own: Parts | undefined;
  let url = '';
  let apiKey = '';
  let control = { url: '', token: '' };
  const trial = await startTrial(contract, async (options, prepare) => {
    apiKey = options.apiKeys?.[0]?.key ?? '';
    const gateway = await startGateway(options, (parts) => {
      own = combine(forgetting(current), pricing(current), settling(current))(prepare(parts));
      return own;
    });
    const proxy = await startProxy(gateway.url, (request, forward) => {
      const through = current.sabotages.reduce<Forward>(
        (next, { intercept }) =>
          (each) =>
            intercept(each, next),
        forward,
      );
      return through(request);
    });
    url = proxy.url;
    control = { url: gateway.controlUrl ?? '', token: options.controlToken ?? '' };
    const close = () => proxy.close().then(gateway.close);
    return { ...gateway, url, close };
  });
  if (!own) throw new Error('The gateway has started without its parts.');
  const { services } = own;
  const charge = chargerOf(own);
  return {
    ...{ url, contract, control, apiKey, wallet },
    fund: () => services.store.ledger.fund(wallet.address, 1_000_000_000n),
    now: () => Math.floor(services.clock.now() / 1000),
    use(...saboteurs) {
      const shown: Shown[] = [];
      const parts = { charge, shown: (each: Shown) => void shown.push(each) };
      current.saboteurs = saboteurs;
      current.sabotages = saboteurs.map((saboteur) => sabotage(saboteur, parts));
      current.shown = shown;
      return shown;
    },
    async judge(run) {
      if (run.level === 'free') await reset(control);
      return trial.judge({
        level: 'controlled',
        target: `generated/targets/${contract.host.id}.yaml`,
        verdictsOnly: true,
        ...run,
      });
    },
    close: trial.close,
  };
}

/** Forgets all calls: limits count those of an hour, so that a run without control would see what those before it left. */
async function reset({ url, token }: Stage['control']): Promise<void> {
  await fetch(`${url}/control/v1/reset`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
}

/** Makes saboteurs forget earlier calls when the gateway is reset. */
function forgetting(current: Current): Alteration {
  return overrideStore((store) => ({
    async reset() {
      for (const each of current.sabotages) each.forget();
      await store.reset();
    },
  }));
}

/** Quotes and charges by the prices of the saboteurs at work. */
function pricing(current: Current): Alteration {
  return (parts) =>
    parts.host.routes.reduce((altered, { operation, path }) => {
      return changePrice([operation.id], (amount, { request, query, params }) => {
        const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
        const input = { method: operation.method, path, body: request, query: texts, params };
        return current.saboteurs.reduce((before, { id, on, host, when, price }) => {
          if (!price || !matcherOf(on, host)(operation.method, path) || !holds(input, when.request ?? {}))
            return before;
          const after = repriced(before, price);
          const of = (usd: bigint): Message => ({ amount: String(usd) });
          if (after !== before) current.shown.push({ by: id, request: input, before: of(before), after: of(after) });
          return after;
        }, amount);
      })(altered);
    }, parts);
}

function repriced(amount: bigint, { set, factor = 1, add = 0 }: NonNullable<Saboteur['price']>): bigint {
  if (set !== undefined) return micro(set);
  return BigInt(Math.max(0, Math.round(Number(amount) * factor + Number(micro(add)))));
}

function micro(usd: number): bigint {
  return BigInt(Math.round(usd * 1e6));
}

/** Settles as the saboteurs at work say. */
function settling(current: Current): Alteration {
  return overridePayments((payments, parts) => ({
    settle(claim, call, usage) {
      const request = { method: call.route.operation.method, path: call.route.path };
      const meant = current.saboteurs.find(
        ({ settle, on, host }) => settle !== undefined && matcherOf(on, host)(request.method, request.path),
      );
      if (!meant) return payments.settle(claim, call, usage);
      const transfers = meant.settle === 'twice' ? [{}, {}] : [];
      const [before, after] = [{ transfers: 1 }, { transfers: transfers.length }];
      current.shown.push({ by: meant.id, request, before, after });
      return settlingBy(() => transfers)(parts).services.payments.settle(claim, call, usage);
    },
  }));
}

/** Charges the key or the wallet of a request with USD. */
function chargerOf(parts: Parts): (request: WireRequest, usd: number) => Promise<void> {
  const { store, clock } = parts.services;
  return async (request, usd) => {
    const key = request.headers.authorization?.replace('Bearer ', '');
    if (key !== undefined) return chargeKey(parts, key, micro(usd));
    const { accepted, payload } = decodeHeader(paymentOf(request));
    const payer = payload?.authorization?.from?.toLowerCase();
    if (!payer || !accepted?.network || !accepted.asset || !accepted.payTo) return;
    const payment: Payment = {
      ...{ scheme: 'exact', payer, network: accepted.network, asset: accepted.asset, payTo: accepted.payTo },
      ...{ amount: micro(usd), nonce: randomNonce(), validAfter: 0, validBefore: clock.now(), proof: {} },
    };
    await store.ledger.transfer(payment, randomNonce(), `${request.method} ${request.url}`, clock.now());
  };
}
