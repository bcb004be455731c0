/**
 * A chain with one asset, and a facilitator that settles on it, both in one server. Transfers land when a test says so.
 *
 * The facilitator is that of the runtime, so it refuses what a real one refuses.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { decodeFunctionData, encodeAbiParameters, encodeEventTopics, type Hex, keccak256, parseAbi, toHex } from 'viem';
import { listen } from '../http/listen.ts';
import type { PaymentDefinition } from '../operation/host.ts';
import type { Settlement } from '../operation/payment.ts';
import { createFacilitatorService, type FacilitatorAccount } from '../settle/facilitator-service.ts';
import { at, textAt } from './read.ts';

const abi = parseAbi([
  'function authorizationState(address a, bytes32 n) view returns (bool)',
  'function balanceOf(address a) view returns (uint256)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

/** A transfer that its payer has authorized. */
export interface SentTransfer {
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
  readonly nonce: Hex;
}

/** How the facilitator answers a call to one of its paths. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

/** A running chain with its facilitator. */
export interface FacilitatedChain {
  readonly rpc: string;
  readonly facilitator: string;
  /** Answers by the paths of the facilitator, in place of its own. */
  readonly answers: Map<string, Answer>;
  /** Transfers in blocks. Like a token, the chain takes each authorization once. */
  readonly transfers: readonly SentTransfer[];
  /** Requests to the facilitator. */
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  /** Puts what was sent into a block; with `lands`, the facilitator does so itself. */
  land(): void;
  /** Funds of a wallet, as blocks have them; a thousand dollars at first. */
  balance(wallet: string): bigint;
  /** Lets a wallet hold an amount. */
  fund(wallet: string, amount: bigint): void;
  /** Lets blocks have a time, in unix seconds. */
  setTime(seconds: number): void;
  close(): void;
}

/** Sends JSON. */
export function reply(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Starts a chain. With `lands` false, transfers that the facilitator sends wait for `land`. */
export async function startFacilitatedChain(definition: PaymentDefinition, lands = false): Promise<FacilitatedChain> {
  const { network, asset } = definition;
  const answers = new Map<string, Answer>();
  const requests: FacilitatedChain['requests'] = [];
  const sent: SentTransfer[] = [];
  const landed: SentTransfer[] = [];
  const funds = new Map<string, bigint>();
  let time = Math.floor(Date.now() / 1000);

  const hashOf = ({ nonce }: SentTransfer) => keccak256(nonce);
  const place = (transfer: SentTransfer) => ({
    address: asset,
    blockNumber: toHex(90),
    transactionHash: hashOf(transfer),
    transactionIndex: '0x0',
    blockHash: keccak256('0x01'),
    removed: false,
  });
  const logsOf = (transfer: SentTransfer) => [
    {
      ...place(transfer),
      topics: encodeEventTopics({
        abi,
        eventName: 'AuthorizationUsed',
        args: { authorizer: transfer.from, nonce: transfer.nonce },
      }),
      data: '0x',
      logIndex: '0x0',
    },
    {
      ...place(transfer),
      topics: encodeEventTopics({ abi, eventName: 'Transfer', args: { from: transfer.from, to: transfer.to } }),
      data: encodeAbiParameters([{ type: 'uint256' }], [transfer.value]),
      logIndex: '0x1',
    },
  ];
  const called = (data: Hex): Hex => {
    try {
      const { functionName, args } = decodeFunctionData({ abi, data });
      if (functionName === 'balanceOf') return encodeAbiParameters([{ type: 'uint256' }], [chain.balance(args[0])]);
      return encodeAbiParameters([{ type: 'bool' }], [landed.some(({ nonce }) => nonce === args[1])]);
    } catch {
      return '0x';
    }
  };
  const methods: Readonly<Record<string, (params: unknown) => unknown>> = {
    eth_chainId: () => toHex(Number(network.replace('eip155:', ''))),
    eth_getCode: () => '0x60',
    eth_blockNumber: () => toHex(100),
    eth_getBlockByNumber: () => ({ number: toHex(100), timestamp: toHex(time) }),
    eth_call: (params) => called(textAt(params, 0, 'data') as Hex),
    eth_getLogs: (params) =>
      landed.flatMap(logsOf).filter(({ topics }) =>
        topics.every((topic, index) => {
          const wanted = at(params, 0, 'topics', index);
          return (
            wanted === null ||
            wanted === undefined ||
            wanted === topic ||
            (Array.isArray(wanted) && wanted.includes(topic))
          );
        }),
      ),
    eth_getTransactionReceipt: (params) => {
      const found = landed.find((transfer) => hashOf(transfer) === at(params, 0));
      return found ? { status: '0x1', ...place(found), logs: logsOf(found) } : null;
    },
  };
  const rpc = (call: unknown) => ({
    jsonrpc: '2.0',
    id: at(call, 'id'),
    result: methods[textAt(call, 'method')]?.(at(call, 'params')),
  });
  const send = (transfer: SentTransfer) => {
    sent.push(transfer);
    if (lands) chain.land();
  };
  const end = (nonce: string): Settlement | undefined => {
    const transfer = landed.find((each) => each.nonce === nonce);
    return transfer && { outcome: 'settled', txHash: hashOf(transfer) };
  };
  const account: FacilitatorAccount = {
    account: `0x${'f'.repeat(40)}`,
    end: async ({ nonce }) => end(nonce),
    refusal: async ({ payer, amount }) => (chain.balance(payer) < amount ? 'insufficient_funds' : undefined),
    async settle({ payer, payTo, amount, nonce }) {
      send({ from: payer as Hex, to: payTo as Hex, value: amount, nonce: nonce as Hex });
      return end(nonce) ?? { outcome: 'unknown', reason: 'It is in no block yet.' };
    },
  };
  const service = createFacilitatorService({ network: definition, settler: account });

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method = '', url: path = '', headers } = request;
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (path === '/rpc') return reply(response, Array.isArray(body) ? body.map(rpc) : rpc(body));
    requests.push({ path, headers });
    const answer = answers.get(path);
    // However it answers, it has broadcast the transfer.
    if (answer && path === '/f/settle') send(transferIn(body));
    if (answer) return answer(response, request);
    const answered = await service(new Request(url + path.slice(2), { method, ...(text !== '' && { body: text }) }));
    return reply(response, await answered.json(), answered.status);
  });
  const url = await listen(server, 0, '127.0.0.1');
  const chain: FacilitatedChain = {
    rpc: `${url}/rpc`,
    facilitator: `${url}/f`,
    answers,
    requests,
    transfers: landed,
    land() {
      for (const transfer of sent.splice(0))
        if (!landed.some(({ nonce }) => nonce === transfer.nonce)) landed.push(transfer);
    },
    balance(wallet) {
      const name = wallet.toLowerCase();
      return landed.reduce(
        (held, { from, to, value }) => held - (from === name ? value : 0n) + (to === name ? value : 0n),
        funds.get(name) ?? 10n ** 9n,
      );
    },
    fund(wallet, amount) {
      const name = wallet.toLowerCase();
      funds.set(name, (funds.get(name) ?? 10n ** 9n) + amount - chain.balance(name));
    },
    setTime: (seconds) => {
      time = seconds;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return chain;
}

/** The transfer that a call of `/settle` asks for. */
function transferIn(body: unknown): SentTransfer {
  const authorization = at(body, 'paymentPayload', 'payload', 'authorization');
  const [from, to, nonce] = ['from', 'to', 'nonce'].map((name) => textAt(authorization, name).toLowerCase());
  // A gateway has checked the form of all of them.
  return { from, to, nonce, value: BigInt(textAt(authorization, 'value')) } as SentTransfer;
}
