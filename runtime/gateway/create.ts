/** Creates a gateway from generated code and handlers. */

import { type ApiKey, registerKeys } from '../control/deployment.ts';
import type { EventReceivers } from '../control/events.ts';
import { serveControl } from '../control/serve.ts';
import { createSettlementScript, type SettlementScript } from '../control/settlement.ts';
import { createHttpService, type HttpService, type HttpServiceOptions, reachable, type Serve } from '../http/server.ts';
import type { Prometheus } from '../metrics/prometheus.ts';
import type { Micro } from '../money/usd.ts';
import type { RequestCheck } from '../operation/handler.ts';
import type { HostDefinition } from '../operation/host.ts';
import { adapterOutcomes, type Outcome } from '../operation/script.ts';
import type { Settler } from '../payment/settler.ts';
import type { Handlers, RequestChecks } from '../pipeline/parts.ts';
import { createPipeline } from '../pipeline/pipeline.ts';
import { createServices, type ServiceOptions, type Services } from '../pipeline/services.ts';
import { storeName, withoutSecrets } from '../store/open/open.ts';
import { loadWithPeers } from '../system/peers.ts';
import { faultOf, serveAdmin } from './admin.ts';

export type { ApiKey } from '../control/deployment.ts';

/** Options of a gateway. */
export interface GatewayOptions extends ServiceOptions, HttpServiceOptions {
  /** Definition of an emitted host. */
  readonly host: HostDefinition;
  /** Handlers by operation id, or a function that makes them. An operation without a handler returns 501. */
  readonly handlers: Handlers | ((services: Services) => Handlers);
  /** Checks that the gateway adds to those of the specification, by operation id. */
  readonly checks?: RequestChecks;
  /** API keys to register at start-up; one that exists already keeps its balance. */
  readonly apiKeys?: readonly ApiKey[];
  /** Wallets of the embedded ledger with their first balances. */
  readonly funds?: readonly Fund[];
  /** Undoes the effects of calls that a crash interrupted; called before the gateway serves, and when another process of the store ends. */
  readonly recover?: () => Promise<void>;
  /** Collects metrics and adds the admin interface. Needs the optional peer `prom-client`. */
  readonly admin?: boolean;
  /** Adds the control API of test deployments, which scripts failures, moves the clock and sets balances. */
  readonly control?: ControlOptions;
}

/** A wallet of the embedded ledger with its balance at start-up. */
export interface Fund {
  readonly address: string;
  readonly amount: Micro;
}

/** Options of the control API of a gateway. */
export interface ControlOptions {
  /** Bearer token that callers must send. */
  readonly token: string;
  /** Receivers of external events, by machine and by event. */
  readonly receivers?: EventReceivers;
  /** Outcomes that can be scripted for the gateway's upstreams; by default those of the runtime's adapters. */
  readonly outcomes?: readonly Outcome[];
}

/** A gateway, alone on a port or mounted in a framework. */
export interface Gateway extends HttpService {
  /** Wallet that is paid. */
  readonly payTo: string;
  readonly services: Services;
  /** Health, readiness and metrics, to be served on an origin of their own; present if the gateway was created with `admin`. */
  readonly admin?: HttpService;
  /** The control API, to be served on an origin of its own; present if the gateway was created with `control`. */
  readonly control?: HttpService;
}

/** The parts that a gateway is assembled from. */
export interface Parts {
  readonly host: HostDefinition;
  readonly handlers: Handlers;
  readonly checks?: RequestChecks;
  readonly services: Services;
  readonly recover?: () => Promise<void>;
  /** Wraps the whole pipeline. */
  readonly wrap?: (serve: Serve) => Serve;
}

/** Changes the parts of a gateway before they are assembled. */
export type Alteration = (parts: Parts) => Parts;

/**
 * Creates the gateway of one host: opens its store and completes or undoes calls that a crash interrupted.
 *
 * It throws an error that names the reason when it cannot. `alter` changes parts of the gateway, for tests and for
 * gateways that must differ from the specification.
 */
export async function createGateway(options: GatewayOptions, alter: Alteration = (parts) => parts): Promise<Gateway> {
  const { apiKeys = [], control, trustedProxies, publicUrl } = options;
  const settlements = createSettlementScript();
  const metrics = options.admin ? await openMetrics() : undefined;
  const parts = alter(await openParts({ ...options, ...(metrics && { metrics }) }, control && settlements));
  const { host, services, wrap = (serve) => serve } = parts;
  const checks = await checksOf(parts, { isTest: control !== undefined });
  const { serve, resetLimits } = createPipeline(host, parts.handlers, services, checks);
  const api = named(
    createHttpService(wrap(serve), {
      ...(trustedProxies && { trustedProxies }),
      ...(publicUrl !== undefined && { publicUrl }),
    }),
  );
  const deployment = { host, services, settlements, outcomes: adapterOutcomes, receivers: {}, apiKeys, resetLimits };
  const controlApi = control && named(createHttpService(serveControl({ ...deployment, ...control }, control.token)));
  await prepare(parts, options);
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

async function openMetrics(): Promise<Prometheus> {
  const { createPrometheus } = await loadWithPeers(
    'The metrics of the admin interface need',
    ['prom-client'],
    () => import('../metrics/prometheus.ts'),
  );
  return createPrometheus();
}

/** Opens the services, and the parts of the gateway with them. */
async function openParts(options: GatewayOptions, settlements: SettlementScript | undefined): Promise<Parts> {
  const { host, handlers, checks, recover } = options;
  const services = await openServices(options, settlements);
  return {
    host: settledBy(host, options.settler),
    handlers: typeof handlers === 'function' ? handlers(services) : handlers,
    ...(checks && { checks }),
    services,
    ...(recover && { recover }),
  };
}

/** The checks of calls: those that were given, and those of the addresses of webhooks, which are sent from now on. */
async function checksOf(
  { checks = {}, ...parts }: Parts,
  options: { readonly isTest: boolean },
): Promise<RequestChecks> {
  if (!parts.host.webhooks) return checks;
  const { sendWebhooks } = await import('./webhooks.ts');
  const own = sendWebhooks(parts, options);
  const both = Object.entries(own).map(([id, check]): [string, RequestCheck] => [
    id,
    (input) => [...(checks[id]?.(input) ?? []), ...check(input)],
  ]);
  return { ...checks, ...Object.fromEntries(both) };
}

/** Undoes interrupted calls, registers keys and funds wallets. Closes the services when one of them fails. */
async function prepare(
  { services, recover }: Parts,
  { apiKeys = [], funds = [] }: Pick<GatewayOptions, 'apiKeys' | 'funds'>,
): Promise<void> {
  try {
    await recover?.();
    await registerKeys({ services, apiKeys });
    for (const { address, amount } of funds) await services.store.ledger.fund(address, amount);
  } catch (error) {
    await services.close();
    throw error;
  }
}

/** The host with the offers that its settler can settle: on the settler's networks, with its fee payer. */
function settledBy(host: HostDefinition, settler: Settler | undefined): HostDefinition {
  if (!host.payment || !settler) return host;
  const { also = [], ...payment } = host.payment;
  const { feePayer, networks } = settler;
  if (!networks) return feePayer === undefined ? host : { ...host, payment: { ...host.payment, feePayer } };
  const [first, ...others] = [payment, ...also].filter(({ network }) => networks.includes(network));
  return { ...host, payment: { ...payment, ...first, ...(others.length > 0 && { also: others }) } };
}

/** The service with an error that names the reason when it cannot listen. */
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

/** Reconciles the payments of ended processes once per lease of a shared store; returns a function that stops it. */
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
