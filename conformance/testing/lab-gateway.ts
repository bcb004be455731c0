import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Payment, SignedAuthorization } from '../wallet/wallet.ts';
import { labPayment } from './lab-contract.ts';
import { signerOf } from './signer-of.ts';

/** Faults of the fake gateway. */
export type LabFault = 'html' | 'silent' | 'replay-accepted' | 'refuses-everybody' | 'cut' | 'flood';

/** Options of a fake gateway. */
export interface LabOptions {
  readonly fault?: LabFault;
  /** Requests after which it closes. */
  readonly diesAfter?: number;
  /** Settled payments after which it stops responding. */
  readonly stallsAfter?: number;
  /** Path segment of its region. */
  readonly region?: string;
  /** Ids of its stations. */
  readonly stations?: readonly string[];
  /** Wallets with money, in micro-USDC by lower-case address. */
  readonly balances?: Map<string, bigint>;
}

/** A small x402 gateway with optional faults: the target of the suite's own tests. */
export interface LabGateway {
  readonly url: string;
  /** Every settled payment. */
  readonly settled: readonly { readonly payer: string; readonly amount: bigint }[];
  readonly requests: () => number;
  /** Resolves when the first request gets no response. */
  readonly stalled: Promise<void>;
  close(): Promise<void>;
}

const payee = '0x000000000000000000000000000000000000dEaD';

/** Micro-USDC for one day. */
const rate = 10_000n;

/** Starts a fake gateway on a free port. */
export async function startLabGateway(options: LabOptions = {}): Promise<LabGateway> {
  const {
    fault,
    diesAfter = Infinity,
    stallsAfter = Infinity,
    region = 'north',
    stations = ['ST-1', 'ST-2'],
  } = options;
  const balances = options.balances ?? new Map<string, bigint>();
  const settled: { payer: string; amount: bigint }[] = [];
  const claimed = new Set<string>();
  let requests = 0;
  const { promise: stalled, resolve: stall } = Promise.withResolvers<void>();

  const answer = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

  const challenge = (response: ServerResponse, amount: bigint, extra: object = {}) => {
    const { network, asset, domain, window } = labPayment;
    const offer = {
      scheme: 'exact',
      network,
      asset,
      amount: String(amount),
      payTo: payee,
      maxTimeoutSeconds: window,
      extra: domain,
    };
    answer(response, 402, { x402Version: 2, error: 'Payment Required', accepts: [offer], ...extra });
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body: { days?: number } = JSON.parse((await bodyText(request)) || '{}');
    const amount = rate * BigInt(body.days ?? 1);
    const header = request.headers['payment-signature'] ?? request.headers['x-payment'];
    if (typeof header !== 'string') return challenge(response, amount);

    const payment: Payment<SignedAuthorization> = JSON.parse(Buffer.from(header, 'base64').toString());
    const payer = payment.payload.authorization.from.toLowerCase();
    const refused = await reasonAgainst(payment, amount, balances);
    if (refused || fault === 'refuses-everybody') {
      // A target may return a payment in its response, which reports must redact.
      return challenge(response, amount, {
        error: `Payment verification failed ${header}`,
        code: refused ?? 'PAYMENT_INVALID',
      });
    }
    const { nonce } = payment.payload.authorization;
    if (claimed.has(nonce) && fault !== 'replay-accepted') {
      return challenge(response, amount, { error: 'Payment verification failed', code: 'PAYMENT_REPLAY' });
    }
    claimed.add(nonce);
    balances.set(payer, (balances.get(payer) ?? 0n) - amount);
    settled.push({ payer, amount });
    const receipt = { success: true, transaction: nonce, network: labPayment.network, payer };
    return answer(
      response,
      200,
      { days: body.days },
      { 'payment-response': encode(receipt), 'x-payment-receipt': nonce },
    );
  };

  const server = createServer(async (request, response) => {
    requests += 1;
    if (requests > diesAfter) return void request.socket.destroy();
    if (settled.length >= stallsAfter) return void stall();
    if (fault === 'silent') return;
    if (fault === 'cut')
      return void response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write('data: {}\n\n', () => request.socket.destroy());
    if (fault === 'flood') return void response.end('x'.repeat(5000));
    if (fault === 'html')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hi</p>');
    if (request.url === '/api/stations')
      return void answer(response, 200, { stations: stations.map((id) => ({ id })) });
    if (request.url === `/api/${region}/forecasts`) return void (await serve(request, response));
    answer(response, 404, { error: 'Not Found' });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    settled,
    requests: () => requests,
    stalled,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function reasonAgainst(
  { accepted, payload }: Payment<SignedAuthorization>,
  amount: bigint,
  balances: ReadonlyMap<string, bigint>,
) {
  const { authorization } = payload;
  const domain = { ...labPayment.domain, chainId: 31337, verifyingContract: labPayment.asset };
  const signer = await signerOf(payload, domain);
  if (signer !== authorization.from || accepted.network !== labPayment.network) return 'PAYMENT_INVALID';
  if (BigInt(authorization.value) !== amount || authorization.to !== payee) return 'PAYMENT_INVALID';
  return (balances.get(authorization.from.toLowerCase()) ?? 0n) < amount ? 'PAYMENT_UNFUNDED' : undefined;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

async function bodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
