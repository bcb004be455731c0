import { listAt, textAt } from '@tollwright/runtime/testing/read';
import { createWallet, type Wallet } from '@tollwright/runtime/testing/wallet';
import { type GatewayOptions, type Parts, startGateway } from '../start.ts';
import { type Client, createClient, type Received, type Sending } from './client.ts';

/** A running gateway with everything a test needs beside it. */
export interface TestGateway extends Omit<Client, 'pay' | 'sign'> {
  readonly url: string;
  /** Holds more than any test spends. */
  readonly wallet: Wallet;
  /** Pays with `wallet` unless another one is named. */
  pay(method: string, path: string, sending?: Sending, wallet?: Wallet): Promise<Received>;
  sign(method: string, path: string, sending?: Sending, wallet?: Wallet): Promise<string>;
  /** Calls the control API; `path` follows `/control/v1`. */
  control(method: string, path: string, body?: unknown): Promise<Received>;
  /** Settled amount so far, in micro-USDC. */
  settled(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const token = 'control-token-of-tests';
const plenty = 1_000_000_000n;

/** Starts a gateway on free ports, in memory unless the options name a store. */
export async function startTestGateway(
  options: Omit<GatewayOptions, 'port'>,
  alter?: (parts: Parts) => Parts,
): Promise<TestGateway> {
  const gateway = await startGateway(
    { defaultBalance: plenty, ...options, port: 0, controlPort: 0, controlToken: token },
    alter,
  );
  const controller = createClient(gateway.controlUrl ?? '');
  const control = (method: string, path: string, body?: unknown) =>
    controller.send(method, `/control/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    });

  const client = createClient(gateway.url, async () =>
    Date.parse(textAt((await control('GET', '/clock')).json, 'now')),
  );
  const own = createWallet();
  return {
    url: gateway.url,
    wallet: own,
    send: client.send,
    pay: (method, path, sending, wallet = own) => client.pay(wallet, method, path, sending),
    sign: (method, path, sending, wallet = own) => client.sign(wallet, method, path, sending),
    control,
    async settled() {
      const transfers = listAt((await control('GET', '/ledger')).json, 'transfers');
      return transfers.map((transfer) => textAt(transfer, 'amount'));
    },
    close: gateway.close,
  };
}
