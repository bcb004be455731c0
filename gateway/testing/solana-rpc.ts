import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in for the JSON-RPC of a Solana node, from which paying clients read a token's facts. */
export interface SolanaRpc {
  readonly url: string;
  /** Methods that were called, in order. */
  readonly methods: readonly string[];
  close(): Promise<void>;
}

/** Bytes of a token of 6 decimals that exists, as the SPL Token program lays it out. */
const mint = Buffer.alloc(82);
mint.writeUInt8(6, 44);
mint.writeUInt8(1, 45);

const token = {
  data: [mint.toString('base64'), 'base64'],
  owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  executable: false,
  lamports: 1,
  rentEpoch: 0,
  space: mint.length,
};

/** Starts the stand-in; `latestBlockhash` answers clients that take no block from a challenge. */
export async function startSolanaRpc(latestBlockhash: () => string): Promise<SolanaRpc> {
  const methods: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { id, method } = JSON.parse(text);
    methods.push(method);
    const value = method === 'getAccountInfo' ? token : { blockhash: latestBlockhash(), lastValidBlockHeight: 1 };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    methods,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
