import type { HostDefinition, Micro } from '@tollwright/runtime/operation';
import { createServer } from '@tollwright/runtime/server';
import { createServices, type Services } from '@tollwright/runtime/services';
import { type ApiKey, registerKeys } from './control/deployment.ts';
import { createControlServer } from './control/server.ts';
import { createSettlementScript, type SettlementScript } from './control/settlement.ts';
import { lifecycles } from './lifecycles.ts';
import { type Alteration, findHost, withHandlers, withoutHandlers } from './parts.ts';
import { payeeOf } from './payee.ts';
import { reachable } from './reachable.ts';
import { acceptedCalls, watchProcesses } from './recovery.ts';
import { storeName, withoutSecrets } from './store-name.ts';
import { createScript } from './upstream/script.ts';

export type { Alteration, Parts } from './parts.ts';

/** How a gateway is started. */
export interface GatewayOptions {
  /** Id of an emitted host, or the definition of a host of another service, whose operations answer 501. */
  readonly host: string | HostDefinition;
  /** 0 is any free port. */
  readonly port: number;
  /** Interface to listen on; loopback by default. */
  readonly hostname?: string;
  /** Database file of this process alone, or `postgres:` URL that several share; without it the state is in memory. */
  readonly store?: string;
  /** Interface that the control API listens on; loopback by default, whatever the gateway listens on. */
  readonly controlHostname?: string;
  /** With a token, the control API listens here; any free port by default. */
  readonly controlPort?: number;
  readonly controlToken?: string;
  /** Micro-USDC of an unfunded wallet; 0 by default. */
  readonly defaultBalance?: Micro;
  /** Address that is paid; by default one of the embedded ledger whose key is unknown. */
  readonly payTo?: string;
  /** Wallets of the embedded ledger with their first balances. */
  readonly funds?: readonly Fund[];
  /** API keys to register at start-up. */
  readonly apiKeys?: readonly ApiKey[];
  /** Seed of the simulated upstream. */
  readonly seed?: number;
  /** Level of the log; silent by default. */
  readonly log?: string;
}

/** A wallet of the embedded ledger with what it has at start-up. */
export interface Fund {
  readonly address: string;
  readonly amount: Micro;
}

/** A running gateway. */
export interface Gateway {
  readonly url: string;
  /** Address that is paid. */
  readonly payTo: string;
  readonly controlUrl?: string;
  /** Stops serving once the calls in progress have ended. */
  close(): Promise<void>;
}

/** Starts the gateway of one host. Throws an error that names the reason when it cannot start. */
export async function startGateway(options: GatewayOptions, alter: Alteration = (parts) => parts): Promise<Gateway> {
  const {
    hostname = '127.0.0.1',
    controlHostname = '127.0.0.1',
    port,
    controlPort = 0,
    controlToken,
    apiKeys = [],
    seed = 1,
  } = options;
  const script = createScript();
  const settlements = createSettlementScript();
  const definition = typeof options.host === 'string' ? findHost(options.host) : options.host;
  const assemble =
    definition === options.host ? withoutHandlers(definition) : withHandlers(definition, { script, seed });
  const opened = await openServices(options, definition, settlements);
  const { host, handlers, checks, services, recover, wrap } = assemble(opened, alter);

  const server = createServer(host, handlers, services, { checks, wrap });
  const { resetLimits } = server;
  const deployment = { host, services, script, settlements, apiKeys, resetLimits };
  const control = controlToken === undefined ? undefined : createControlServer(deployment, controlToken);
  let stopWatching = () => {};
  async function close(): Promise<void> {
    stopWatching();
    await Promise.all([server.close(), control?.close()]);
    await services.close();
  }

  try {
    await recover?.();
    stopWatching = watchProcesses(services, recover);
    await registerKeys(deployment);
    for (const { address, amount } of options.funds ?? []) await services.store.ledger.fund(address, amount);
    const url = await reachable(server.listen(port, hostname), hostname, port);
    const { payTo } = services;
    if (!control) return { url, payTo, close };
    const controlUrl = await reachable(control.listen(controlPort, controlHostname), controlHostname, controlPort);
    return { url, payTo, controlUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openServices(
  { store, payTo, defaultBalance, log }: GatewayOptions,
  host: HostDefinition,
  settlements: SettlementScript,
): Promise<Services> {
  try {
    return await createServices({
      lifecycles,
      payTo: payTo ?? payeeOf(host),
      findAccepted: acceptedCalls(host),
      wrapSettler: settlements.wrap,
      ...(store !== undefined && { store: storeName(store) }),
      ...(defaultBalance !== undefined && { defaultBalance }),
      ...(log !== undefined && { logLevel: log }),
    });
  } catch (error) {
    throw new Error(
      `The store ${withoutSecrets(store ?? '')} cannot be opened: ${error instanceof Error ? error.message : error}.`,
      {
        cause: error,
      },
    );
  }
}
