/** A chain with one asset, and a facilitator that settles on it, both in one server. Transfers land when a test says so. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { decodeFunctionData, encodeAbiParameters, encodeEventTopics, type Hex, keccak256, parseAbi, toHex } from 'viem';
import { listen } from '../http/listen.ts';
import type { NetworkDefinition } from '../operation/host.ts';
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
  /** Puts what was sent into a block; by default the facilitator has done so already. */
  land(): void;
  /** Lets blocks have a time, in unix seconds. */
  setTime(seconds: number): void;
  close(): void;
}

/** Sends JSON. */
export function reply(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Starts a chain. With `lands` false, transfers that the facilitator sends wait for `land`. */
export async function startFacilitatedChain(
  { network, asset }: NetworkDefinition,
  lands = false,
): Promise<FacilitatedChain> {
  const answers = new Map<string, Answer>();
  const requests: FacilitatedChain['requests'] = [];
  const sent: SentTransfer[] = [];
  const landed: SentTransfer[] = [];
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
      if (functionName === 'balanceOf') return encodeAbiParameters([{ type: 'uint256' }], [10n ** 9n]);
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
  const own: Readonly<Record<string, (body: unknown) => unknown>> = {
    '/f/supported': () => ({ kinds: [{ x402Version: 2, scheme: 'exact', network }] }),
    '/f/verify': () => ({ isValid: true }),
    '/f/settle': () => ({ success: true, transaction: hashOf(sent.at(-1) ?? never()), network }),
  };

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { url: path = '', headers } = request;
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (path === '/rpc') return reply(response, Array.isArray(body) ? body.map(rpc) : rpc(body));
    requests.push({ path, headers });
    if (path === '/f/settle') {
      const authorization = at(body, 'paymentPayload', 'payload', 'authorization');
      const [from, to, nonce] = ['from', 'to', 'nonce'].map((name) => textAt(authorization, name) as Hex);
      if (from && to && nonce) sent.push({ from, to, nonce, value: BigInt(textAt(authorization, 'value')) });
      if (lands) chain.land();
    }
    const answer = answers.get(path);
    if (answer) return answer(response, request);
    const made = own[path];
    return made ? reply(response, made(body)) : reply(response, {}, 404);
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

function never(): never {
  throw new Error('Nothing was sent.');
}
