import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request of JSON-RPC. */
export interface RpcRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** Response of a node to a request. */
export interface RpcAnswer {
  readonly jsonrpc: '2.0';
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A chain in this process: it answers as a node does. */
export type Machine = (request: RpcRequest) => Promise<RpcAnswer>;

/** An EVM on this machine. */
export interface Evm {
  readonly machine: Machine;
  close(): Promise<void>;
}

/** A fault in one call of a node: the call is lost before it is carried out, or its response is lost. */
export type Fault = 'request-lost' | 'answer-lost';

/** The JSON-RPC of a chain over HTTP. */
export interface Node {
  readonly url: string;
  /** Names the fault of each call over HTTP, as the method says; none by default. */
  fault: (method: string) => Fault | undefined | Promise<Fault | undefined>;
  close(): Promise<void>;
}

/** Serves a chain on a free port of this machine. */
export async function serveNode(machine: Machine): Promise<Node> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const answer = await answerOf(text);
    if (answer === undefined) return void response.destroy();
    response.setHeader('content-type', 'application/json');
    response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;

  /** Answers a call or a batch of them; undefined where a fault cuts the connection. */
  async function answerOf(text: string): Promise<string | undefined> {
    const parsed = JSON.parse(text);
    const answers = await Promise.all([parsed].flat().map(answerOne));
    if (answers.includes(undefined)) return undefined;
    return JSON.stringify(Array.isArray(parsed) ? answers : answers[0]);
  }

  async function answerOne(request: RpcRequest): Promise<RpcAnswer | undefined> {
    const fault = await node.fault(request.method);
    if (fault === 'request-lost') return undefined;
    const answer = await machine(request);
    return fault === 'answer-lost' ? undefined : answer;
  }

  const node: Node = {
    url: `http://127.0.0.1:${port}`,
    fault: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return node;
}
