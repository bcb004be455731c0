import { formatUsd } from '@tollwright/runtime/money';
import type { Level, Run } from '../check/check.ts';
import type { Exchange, Invocation, Paid } from '../check/exchange.ts';
import { CapReached, NotTestable, PaymentPostponed, UnexpectedResponse } from '../check/interruption.ts';
import { untraced } from '../check/trace.ts';
import type { Contract } from '../contract/contract.ts';
import type { Client } from '../http/client.ts';
import { fieldsOf } from '../json/json.ts';
import { evaluatorOf } from '../oracle/evaluate.ts';
import type { Secrets } from '../report/secrets.ts';
import type { Control } from '../target/control.ts';
import type { Target } from '../target/target.ts';
import { createWallet } from '../wallet/create-wallet.ts';
import { randomKey, type WalletKey } from '../wallet/keys.ts';
import { networkKind } from '../wallet/networks.ts';
import { recentBlock } from '../wallet/recent-block.ts';
import type { SpendTracker } from '../wallet/spend-tracker.ts';
import { encodePayment, type Wallet } from '../wallet/wallet.ts';
import { readChallenge } from './challenge.ts';
import { chargeOf, costOf } from './charge.ts';
import { checkContext } from './context.ts';
import { textsWithin } from './localize.ts';
import { payableOffer } from './payable.ts';
import { buildRequest } from './request.ts';
import { createTransport, type Recorded, type Transport } from './transport.ts';

/** What a run is made of. */
export interface RunParts {
  /** In the words of the target; see `localize`. */
  readonly contract: Contract;
  /** Labels without an id on this target, by the id that the contract uses. */
  readonly missing: ReadonlyMap<string, string>;
  readonly target: Target;
  readonly level: Level;
  readonly seed: number;
  readonly client: Client;
  readonly control?: Control;
  readonly spending: SpendTracker;
  readonly secrets: Secrets;
  readonly keys: { readonly payer?: WalletKey; readonly other?: WalletKey; readonly stranger: WalletKey };
  readonly apiKey?: () => string | undefined;
  readonly exhaust: boolean;
  readonly verdictsOnly?: boolean;
  readonly selected?: ReadonlySet<string>;
  /** Seconds since 1970 by the target's clock. */
  readonly now: () => Promise<number>;
  readonly wait: (seconds: number) => Promise<unknown>;
  /** Moves the target's clock by seconds; absent where it cannot be moved. */
  readonly skip?: (seconds: number) => Promise<unknown>;
}

/** A run with what the runner reads off it. */
export interface CountedRun extends Run {
  readonly transport: Transport;
}

/** USD on a key that is made for one call. */
const ownBalance = '10.00';

/** Micro-USDC that a new wallet is funded with. */
const testFunds = 1_000_000_000n;

/** Creates the run that checks use. */
export function createRun(parts: RunParts): CountedRun {
  const { contract, target, level, control, spending, secrets, keys } = parts;
  const evaluator = evaluatorOf(contract, parts.missing);
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const exchanges: Recorded[] = [];
  const transport = createTransport({ ...parts, record: (recorded) => exchanges.push(recorded) });
  const bearer = contract.host.auth === 'bearer';
  // The balance of a key that the control API made is no money.
  const counted = bearer && (target.apiKey !== undefined || !control?.capabilities.has('keys'));

  const { solanaRpc } = target;
  const signer = (key: WalletKey, counted: SpendTracker | undefined) =>
    createWallet(key, contract.host.payment, {
      spending: counted,
      signed: (signed) => secrets.add('PAYMENT', signed),
      recentBlock: solanaRpc === undefined ? undefined : () => recentBlock(solanaRpc),
    });
  const payer = keys.payer && signer(keys.payer, spending);

  const needSimulation = ({ operation }: Invocation) => {
    if (operation.irreversible && level === 'paid')
      throw new NotTestable('Serving it does something in the world, so it is called at level controlled only.');
  };

  /** What acts on the world is asked with a key of its own, so that no call depends on those before it. */
  const ownKey = async () => {
    if (!bearer || !control?.capabilities.has('keys')) return parts.apiKey?.();
    const key = await untraced(() => control.keys(ownBalance));
    secrets.add('API_KEY', key);
    return key;
  };

  const send = async (invocation: Invocation): Promise<Exchange> => {
    if (bearer && invocation.headers?.authorization === undefined) needSimulation(invocation);
    const named = [invocation.body, invocation.query, invocation.params, invocation.raw?.text].flatMap(textsWithin);
    const unnamed = named.find((text) => parts.missing.has(text));
    if (unnamed !== undefined) {
      throw new NotTestable(`The target names no id for "${parts.missing.get(unnamed)}" of the documents.`);
    }
    if (counted && spending.budget.spent >= spending.budget.cap && invocation.operation.price) {
      throw new CapReached(`The spend cap of ${formatUsd(spending.budget.cap)} USD is reached.`);
    }
    const apiKey = invocation.operation.irreversible ? await ownKey() : parts.apiKey?.();
    const request = buildRequest(invocation, { target, ...(apiKey && { apiKey }) });
    if (!counted) return transport.send(invocation, request);
    const held = costOf(invocation, evaluator);
    spending.budget.hold(held);
    try {
      const exchange = await transport.send(invocation, request);
      spending.charge(invocation.operation.id, chargeOf(invocation, exchange, evaluator));
      return exchange;
    } finally {
      spending.budget.release(held);
    }
  };
  const challenge = async (invocation: Invocation) => readChallenge(await send(invocation));

  const invite = async (wallet: Wallet) => {
    if (!control?.capabilities.has('allow'))
      throw new NotTestable('It serves wallets on a list alone, and only the control API can put one there.');
    await untraced(() => control.allow(wallet.address));
  };

  const pay: Run['pay'] = async (
    invocation,
    { wallet = payer, concurrent = 1, uninvited = false, unsettled = false } = {},
  ) => {
    const race = (request: Invocation) => Promise.all(Array.from({ length: concurrent }, () => send(request)));
    if (bearer) {
      const all = await race(invocation);
      return paidOf(all, { exchange: firstOf(all), accepts: [], amount: 0n }, '');
    }
    needSimulation(invocation);
    const { paying } = checkContext.getStore() ?? {};
    const isPutOff = paying === 'unsettled' ? !unsettled : paying === 'nothing' && wallet === payer;
    if (isPutOff) throw new PaymentPostponed('It has to pay.');
    if (!wallet) throw new NotTestable('This call needs a wallet, and none is given.');
    if (invocation.operation.payers === 'allowlisted' && !uninvited) await invite(wallet);
    const asked = await challenge(invocation);
    const { payment: profile } = contract.host;
    const offer = payableOffer(asked.accepts, profile);
    if (!offer)
      throw new UnexpectedResponse(`The challenge offers no exact payment on ${profile?.network}.`, asked.exchange);
    const payment = await wallet.sign(offer, await parts.now());
    const { resource } = fieldsOf(asked.exchange.received.json);
    const header = encodePayment({ ...payment, ...(resource !== undefined && { resource }) });
    secrets.add('PAYMENT', header);
    const headers = { ...invocation.headers, 'payment-signature': header };
    const all = await race({ ...invocation, headers, ...(concurrent > 1 && { raced: true }) });
    return paidOf(all, asked, header);
  };

  return {
    contract,
    target,
    level,
    seed: parts.seed,
    evaluator,
    ...(control && { control }),
    ...(payer && { payer }),
    ...(keys.other && { other: signer(keys.other, spending) }),
    unfundedWallet: signer(keys.stranger, undefined),
    exhaust: parts.exhaust,
    verdictsOnly: parts.verdictsOnly ?? false,
    ...(parts.selected && { selected: parts.selected }),
    exchanges,
    transport,
    operation(id) {
      const operation = operations.get(id);
      if (!operation) throw new Error(`The contract has no operation "${id}".`);
      return operation;
    },
    send,
    challenge,
    pay,
    now: parts.now,
    async freshPayer() {
      if (!control) throw new NotTestable('Only the control API can fund a new wallet.');
      // What the control API funds is no money, so the cap does not count it.
      const wallet = signer(randomKey(networkKind(contract.host.payment?.network)), undefined);
      await untraced(() => control.fund(wallet.address, testFunds));
      return wallet;
    },
  };
}

function paidOf(all: readonly Exchange[], challenge: Paid['challenge'], header: string): Paid {
  const served = all.find(({ received }) => received.status < 300) ?? firstOf(all);
  return { ...served, challenge, header, all };
}

function firstOf(all: readonly Exchange[]): Exchange {
  const [first] = all;
  if (!first) throw new Error('A payment is sent at least once.');
  return first;
}
