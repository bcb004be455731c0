import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRouter } from '@tollwright/runtime/http/router';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { fieldsOf } from '#conformance/common/json.ts';
import type { Gateway, GatewayOptions } from '#gateway/start.ts';
import type { SampleCall } from '#generated/hostile/sample-calls.ts';
import { objectsIn } from '../toolkit/messages.ts';
import { type Forward, startProxy, type WireRequest } from '../toolkit/proxy.ts';
import { type Attack, type Task, taskOf } from './attack.ts';
import { type Observation, observe } from './observe.ts';

/** A gateway that plays one attack at a time. */
export interface HostileGateway {
  readonly url: string;
  readonly host: HostDefinition;
  /** Known to the gateway and to no other one. */
  readonly apiKey: string;
  taskOf(kind: SampleCall['kind']): Task | undefined;
  /** Starts again with an attack, or honestly without one. Returns what it observes. */
  play(attack: Attack | undefined, task: Task): Promise<Observation>;
  /** Settlements of a payer that the ledger of the honest gateway has since the latest start. */
  settlements(payer: string): Promise<number>;
  close(): Promise<void>;
}

const plenty = 1_000_000_000n;

/** The service whose honest gateway is made hostile. */
export interface Service {
  readonly host: HostDefinition;
  readonly sampleCalls: readonly SampleCall[];
  readonly start: (options: GatewayOptions & { readonly host: string }) => Promise<Gateway>;
}

/** Starts the hostile gateway of a host: an honest gateway behind a proxy that plays attacks. */
export async function startHostile({ host, sampleCalls, start }: Service, port = 0): Promise<HostileGateway> {
  const apiKey = `hostile-${randomBytes(12).toString('hex')}`;
  const controlToken = randomBytes(12).toString('hex');
  const honest = await start({
    host: host.id,
    port: 0,
    controlToken,
    defaultBalance: plenty,
    apiKeys: [{ key: apiKey, balance: plenty }],
  });
  const control = controlCalls(honest.controlUrl, controlToken);
  let current: Playing | undefined;
  const elsewhere = await startElsewhere((headers) => current?.observed.elsewhere(headers));
  const play = playing(host, elsewhere.url, control);
  const front = await startProxy(
    honest.url,
    (request, forward) => (current ? play(current, request, forward) : forward(request)),
    port,
  );

  return {
    url: front.url,
    host,
    apiKey,
    taskOf: (kind) => taskOf(host, sampleCalls, kind),
    async play(attack, task) {
      await control('/reset', {});
      const observed = observe(host, task);
      current = { attack, task, observed, calls: 0 };
      return observed;
    },
    async settlements(payer) {
      const ledger = await fetch(`${honest.controlUrl}/control/v1/ledger?payer=${payer}`, {
        headers: { authorization: `Bearer ${controlToken}` },
      });
      return objectsIn(fieldsOf(await ledger.json()).transfers).length;
    },
    async close() {
      await front.close();
      await elsewhere.close();
      await honest.close();
    },
  };
}

/** An attack that is being played; honest calls where there is none. */
interface Playing {
  readonly attack: Attack | undefined;
  readonly task: Task;
  readonly observed: ReturnType<typeof observe>;
  /** Calls so far. */
  calls: number;
}

/** Sends a call of the control API. */
type ControlCall = (path: string, body: unknown) => Promise<Response>;

function controlCalls(url: string | undefined, token: string): ControlCall {
  return (path, body) =>
    fetch(`${url}/control/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
}

/** Starts another origin, which attacks send clients to. */
async function startElsewhere(called: (headers: IncomingHttpHeaders) => void) {
  const server = createServer((request, response) => {
    called(request.headers);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Creates the function that plays one request of an attack. */
function playing(host: HostDefinition, elsewhere: string, control: ControlCall) {
  const findRoute = createRouter(host);
  return async (current: Playing, request: WireRequest, forward: Forward) => {
    const { attack, task, observed, calls } = current;
    await observed.call(request);
    const polls = findRoute(request.method, pathOf(request)).route?.operation.id === task.sampleCall.poll;
    // The clock advances from poll to poll, so that no test waits for a job.
    if (polls) await control('/clock', { advance_seconds: 20 });
    const payments = observed.seen().payments.length;
    current.calls += 1;
    const context = { sampleCall: task.sampleCall, host, elsewhere, calls, payments, polls };
    return attack ? attack.play(request, forward, context) : forward(request);
  };
}

function pathOf({ url }: WireRequest): string {
  return new URL(url, 'http://localhost').pathname;
}
