import { readChallenge } from '../calls/challenge.ts';
import type { Run } from '../check/run.ts';
import { NotTestable, whereItCan } from '../http/interruption.ts';
import { untraced } from '../http/trace.ts';
import { evaluatorOf } from '../oracle/evaluate.ts';
import type { Control } from '../target/control.ts';
import { createWallet } from '../wallet/create-wallet.ts';
import { randomKey, type WalletKey } from '../wallet/keys.ts';
import { networkKind } from '../wallet/networks.ts';
import { recentBlock } from '../wallet/recent-block.ts';
import type { SpendTracker } from '../wallet/spend-tracker.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { OwnSettlements } from './own-settlements.ts';
import { createPay } from './pay.ts';
import type { RunParts } from './run-parts.ts';
import { createSend } from './send.ts';
import { createTransport, type RecordedExchange, type Transport, type TransportParts } from './transport.ts';

/** A run with the transport that the runner reads its counts from. */
export interface CountedRun extends Run {
  readonly transport: Transport;
  /** Reads what a reset of the target deletes. */
  beforeReset(): Promise<void>;
}

/** Micro-USDC that a new wallet is funded with. */
const testFunds = 1_000_000_000n;

/** Creates the run that checks use. */
export function createRun(parts: RunParts): CountedRun {
  const { contract, target, level, spending, keys } = parts;
  const ample = new Set<string>();
  const control = parts.control && remembering(parts.control, ample);
  const evaluator = evaluatorOf(contract, parts.missing);
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const exchanges: RecordedExchange[] = [];
  const settlements = new OwnSettlements(control);
  const transport = createTransport({ ...parts, ...recordIn(exchanges, settlements) });
  const walletOf = walletsOf(parts);
  // The user may spend from a wallet elsewhere, but not on a target that runs reset.
  const watched = (wallet: Wallet) => (control?.capabilities.has('reset') ? settlements.watched(wallet) : wallet);
  const payer = keys.payer ? watched(walletOf(keys.payer, spending)) : undefined;
  const send = createSend({ ...parts, ample }, transport, evaluator);

  return {
    contract,
    target,
    ...(parts.chain && { chain: parts.chain }),
    level,
    seed: parts.seed,
    evaluator,
    ...(control && { control }),
    ...(payer && { payer }),
    ...(keys.other && { other: watched(walletOf(keys.other, spending)) }),
    unfundedWallet: walletOf(keys.unfunded, undefined),
    exhaust: parts.exhaust,
    samples: parts.samples,
    ownSamples: parts.ownSamples,
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
    challenge: async (invocation) => readChallenge(await send(invocation), parts.contract),
    pay: createPay(parts, send, payer, transport),
    now: parts.now,
    settlements: () => settlements.compare(),
    async beforeReset() {
      await whereItCan(() => settlements.compare());
      settlements.forget();
    },
    async freshPayer() {
      if (!control) throw new NotTestable('means', 'Only the control API can fund a new wallet.');
      // The control API funds it with test money, which the cap does not count.
      const wallet = walletOf(randomKey(networkKind(contract.host.payment?.network)), undefined);
      await untraced(() => control.fund(wallet.address, testFunds));
      return settlements.watched(wallet);
    },
  };
}

/** Records each exchange of a run, and each payment without a response. */
function recordIn(exchanges: RecordedExchange[], settlements: OwnSettlements): Pick<TransportParts, 'record' | 'lost'> {
  return {
    record(recorded) {
      exchanges.push(recorded);
      settlements.add(recorded.exchange.sent, recorded.exchange.received);
    },
    lost: (sent) => settlements.add(sent),
  };
}

/** USD that pay for any one call of the suite. */
const ampleUsd = 10;

/** A control API whose keys are remembered where their balance covers any call. */
function remembering(control: Control, ample: Set<string>): Control {
  return {
    ...control,
    async keys(balanceUsd) {
      const key = await control.keys(balanceUsd);
      if (Number(balanceUsd) >= ampleUsd) ample.add(key);
      return key;
    },
  };
}

/** Creates the wallet of a key; its payments count against the spend cap where `spending` is given. */
function walletsOf({ contract, target, secrets }: RunParts) {
  const { solanaRpc } = target;
  return (key: WalletKey, spending: SpendTracker | undefined): Wallet =>
    createWallet(key, contract.host.payment, {
      spending,
      signed: (signed) => secrets.addPayment(signed),
      recentBlock: solanaRpc === undefined ? undefined : () => recentBlock(solanaRpc),
    });
}
