/** A gateway that is ready to serve: what a project creates from generated code and its own handlers. */

import { type ApiKey, registerKeys } from '../control/deployment.ts';
import type { EventReceivers } from '../control/events.ts';
import { serveControl } from '../control/serve.ts';
import { createSettlementScript, type SettlementScript } from '../control/settlement.ts';
import { createHttpService, type HttpService, type HttpServiceOptions, reachable, type Serve } from '../http/server.ts';
import type { Micro } from '../money/usd.ts';
import type { HostDefinition } from '../operation/host.ts';
import { adapterOutcomes, type Outcome } from '../operation/script.ts';
import type { Settler } from '../payment/settler.ts';
import type { Handlers, RequestChecks } from '../pipeline/parts.ts';
import { createPipeline } from '../pipeline/pipeline.ts';
import { createServices, type ServiceOptions, type Services } from '../pipeline/services.ts';
import { storeName, withoutSecrets } from '../store/open/open.ts';
import { faultOf, serveAdmin } from './admin.ts';

export type { ApiKey } from '../control/deployment.ts';

/** What a gateway is created from. */
export interface GatewayOptions extends ServiceOptions, HttpServiceOptions {
  /** Definition of an emitted host. */
  readonly host: HostDefinition;
  /** Handlers by operation id, or what makes them of the gateway's services. An operation without one returns 501. */
  readonly handlers: Handlers | ((services: Services) => Handlers);
  /** Checks of the gateway's own by operation id, for what the specification does not state. */
  readonly checks?: RequestChecks;
  /** API keys to register at start-up; one that exists already keeps its balance. */
  readonly apiKeys?: readonly ApiKey[];
  /** Wallets of the embedded ledger with their first balances. */
  readonly funds?: readonly Fund[];
  /** Undoes what a crash left behind; called before the gateway serves, and for processes that share its store. */
  readonly recover?: () => Promise<void>;
  /** Counts what happens, and offers it to those who run the gateway. Needs the optional peer `prom-client`. */
  readonly admin?: boolean;
  /** Makes a test deployment of the gateway: its control API scripts failures, moves the clock and gives balances. */
  readonly control?: ControlOptions;
}

/** A wallet of the embedded ledger with what it has at start-up. */
export interface Fund {
  readonly address: string;
  readonly amount: Micro;
}

/** What the control API of a gateway offers. */
export interface ControlOptions {
  /** Bearer token of its callers. */
  readonly token: string;
  /** What receives events of the outside world, by machine and by event. */
  readonly receivers?: EventReceivers;
  /** The outcomes that the gateway's upstreams can be made to have; those of the runtime's adapters where nothing else is said. */
  readonly outcomes?: readonly Outcome[];
}

/** A gateway, alone on a port or mounted in a framework. */
export interface Gateway extends HttpService {
  /** Wallet that is paid. */
  readonly payTo: string;
  readonly services: Services;
  /** Health, readiness and metrics, to be served on an origin of its own; present where the gateway was created with it. */
  readonly admin?: HttpService;
  /** The control API, to be served on an origin of its own; present where the gateway was created with it. */
  readonly control?: HttpService;
}

/** The parts of a gateway before it is put together. */
export interface Parts {
  readonly host: HostDefinition;
  readonly handlers: Handlers;
  readonly checks?: RequestChecks;
  readonly services: Services;
  readonly recover?: () => Promise<void>;
  /** Wraps the whole pipeline. */
  readonly wrap?: (serve: Serve) => Serve;
}

/** Changes the parts of a gateway before they are put together. */
export type Alteration = (parts: Parts) => Parts;

/**
 * Creates the gateway of one host: opens its store, finds the end of what a crash interrupted, and is then ready to
 * serve. Throws an error that names the reason when it cannot.
 *
 * `alter` changes its parts, for tests and for gateways that are to differ from what the specification says.
 */
export async function createGateway(
  {
    host,
    handlers,
    checks,
    recover,
    apiKeys = [],
    funds = [],
    control,
    admin,
    trustedProxies,
    ...options
  }: GatewayOptions,
  alter: Alteration = (parts) => parts,
): Promise<Gateway> {
  const settlements = createSettlementScript();
  const metrics = admin ? (await import('../metrics/prometheus.ts')).createPrometheus() : undefined;
  const opened = await openServices({ ...options, ...(metrics && { metrics }) }, control && settlements);
  const parts = alter({
    host: settledBy(host, options.settler),
    handlers: typeof handlers === 'function' ? handlers(opened) : handlers,
    ...(checks && { checks }),
    services: opened,
    ...(recover && { recover }),
  });
  const { services, wrap = (serve) => serve } = parts;
  const pipeline = createPipeline(parts.host, parts.handlers, services, parts.checks);
  const { resetLimits } = pipeline;
  const api = named(createHttpService(wrap(pipeline.serve), trustedProxies && { trustedProxies }));
  const deployment = {
    host: parts.host,
    services,
    settlements,
    outcomes: adapterOutcomes,
    receivers: {},
    apiKeys,
    resetLimits,
  };
  const controlApi = control && named(createHttpService(serveControl({ ...deployment, ...control }, control.token)));

  try {
    await parts.recover?.();
    await registerKeys({ services, apiKeys });
    for (const { address, amount } of funds) await services.store.ledger.fund(address, amount);
  } catch (error) {
    await services.close();
    throw error;
  }
  let isStopping = false;
  const unready = async () => (isStopping ? 'stopping' : faultOf(services.store));
  const adminApi = metrics && named(createHttpService(serveAdmin({ metrics, unready })));
  const stopWatching = watchProcesses(services, parts.recover);
  return {
    ...api,
    payTo: services.payTo,
    services,
    ...(adminApi && { admin: adminApi }),
    ...(controlApi && { control: controlApi }),
    async close(patience) {
      isStopping = true;
      stopWatching();
      await Promise.all([api.close(patience), controlApi?.close(patience)]);
      await services.close();
      await adminApi?.close(patience);
    },
  };
}

/** A host whose offers are what its settler settles: on its networks, with the account that pays for transactions. */
function settledBy(host: HostDefinition, settler: Settler | undefined): HostDefinition {
  if (!host.payment || !settler) return host;
  const { also = [], ...payment } = host.payment;
  const { feePayer, networks } = settler;
  if (!networks) return feePayer === undefined ? host : { ...host, payment: { ...host.payment, feePayer } };
  const [first, ...others] = [payment, ...also].filter(({ network }) => networks.includes(network));
  return { ...host, payment: { ...payment, ...first, ...(others.length > 0 && { also: others }) } };
}

/** A service that names the reason when it cannot listen. */
function named(service: HttpService): HttpService {
  return {
    ...service,
    async listen(port, hostname = '127.0.0.1') {
      return { url: await reachable(service.listen(port, hostname), hostname, port) };
    },
  };
}

async function openServices(options: ServiceOptions, settlements: SettlementScript | undefined): Promise<Services> {
  const { store, wrapSettler = (settler) => settler } = options;
  try {
    return await createServices({
      ...options,
      wrapSettler: (settler) => wrapSettler(settlements ? settlements.wrap(settler) : settler),
      ...(store !== undefined && { store: storeName(store) }),
    });
  } catch (error) {
    throw new Error(
      `The store ${withoutSecrets(store ?? '')} cannot be opened: ${error instanceof Error ? error.message : error}.`,
      { cause: error },
    );
  }
}

/** Ends, in each lease of a shared store, what processes have left behind that ended meanwhile; returns the way to stop. */
export function watchProcesses({ store, payments, log }: Services, recover?: () => Promise<void>): () => void {
  if (store.lease === undefined) return () => undefined;
  async function sweep(): Promise<void> {
    await payments.reconcile();
    await recover?.();
  }
  const timer = setInterval(() => void sweep().catch((err) => log.error({ err }, 'sweep')), store.lease);
  timer.unref();
  return () => clearInterval(timer);
}
