import { imageModelsEntries } from '#generated/catalogs/image-models.ts';
import { hosts } from '#generated/hosts/index.ts';
import type { HostDefinition, Micro } from '#runtime/operation.ts';
import type { Handlers } from '#runtime/pipeline.ts';
import { createServer } from '#runtime/server.ts';
import { createServices, type Services } from '#runtime/services.ts';
import { type ApiKey, registerKeys } from './control/deployment.ts';
import { createControlServer } from './control/server.ts';
import { createSettlementScript, type SettlementScript } from './control/settlement.ts';
import { tellingChoices } from './handlers/images/choices.ts';
import { createHandlers } from './handlers/index.ts';
import { getMedia, mediaRoute, storedMedia } from './media.ts';
import { payee } from './payee.ts';
import { reachable } from './reachable.ts';
import { createScript, type Script } from './upstream/script.ts';
import { scriptedUpstream } from './upstream/scripted.ts';
import { simulatedUpstream } from './upstream/simulated/upstream.ts';

/** Seconds that an image takes whose model is never ready inline. */
const slowImage = 120;

/** How a gateway is started. */
export interface GatewayOptions {
  /** Id of an emitted host, or the definition of a host of another service, whose operations answer 501. */
  readonly host: string | HostDefinition;
  /** 0 is any free port. */
  readonly port: number;
  /** Interface to listen on; loopback by default. */
  readonly hostname?: string;
  /** Database file; without it nothing is kept. */
  readonly store?: string;
  /** With a token, the control API listens here; 0 is any free port. */
  readonly controlPort?: number;
  readonly controlToken?: string;
  /** Micro-USDC that a wallet holds which nobody funded. */
  readonly defaultBalance?: Micro;
  /** Keys that are known from the start. */
  readonly apiKeys?: readonly ApiKey[];
  /** Seed of the simulated upstream. */
  readonly seed?: number;
  /** Level of the log; silent by default. */
  readonly log?: string;
}

/** What a gateway is made of before it is put together; tests put altered parts in. */
export interface Parts {
  readonly host: HostDefinition;
  readonly handlers: Handlers;
  readonly services: Services;
}

/** A gateway that serves. */
export interface Gateway {
  readonly url: string;
  readonly controlUrl?: string;
  /** Stops serving; calls under way end first. */
  close(): Promise<void>;
}

/** Starts the gateway of one host. What keeps it from starting is told in a sentence. */
export async function startGateway(
  options: GatewayOptions,
  alter: (parts: Parts) => Parts = (parts) => parts,
): Promise<Gateway> {
  const { hostname = '127.0.0.1', port, controlPort = 0, controlToken, apiKeys = [] } = options;
  const script = createScript();
  const settlements = createSettlementScript();
  const opened = await openServices(options, settlements);
  const { host, handlers, services } = assemble(options, opened, script, alter);

  const server = createServer(host, handlers, services);
  const { resetLimits } = server;
  const deployment = { host, services, script, settlements, apiKeys, resetLimits };
  const control = controlToken === undefined ? undefined : createControlServer(deployment, controlToken);
  async function close(): Promise<void> {
    await Promise.all([server.close(), control?.close()]);
    await services.close();
  }

  try {
    await registerKeys(deployment);
    const url = await reachable(server.listen(port, hostname), hostname, port);
    if (!control) return { url, close };
    return { url, controlUrl: await reachable(control.listen(controlPort, hostname), hostname, controlPort), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openServices(
  { store, defaultBalance, log }: GatewayOptions,
  settlements: SettlementScript,
): Promise<Services> {
  try {
    return await createServices({
      payTo: payee,
      wrapSettler: settlements.wrap,
      ...(store !== undefined && { store: fileOf(store) }),
      ...(defaultBalance !== undefined && { defaultBalance }),
      ...(log !== undefined && { logLevel: log }),
    });
  } catch (error) {
    throw new Error(`The store ${store} cannot be opened: ${error instanceof Error ? error.message : error}.`, {
      cause: error,
    });
  }
}

/** A store is named by its path or by a `file:` or `sqlite:` URL. */
function fileOf(store: string): string {
  return store.replace(/^(file|sqlite):(\/\/)?/, '');
}

/** Puts the parts together, and alters them before anything can have used them. */
function assemble(
  { host: named, seed = 1 }: GatewayOptions,
  opened: Services,
  script: Script,
  alter: (parts: Parts) => Parts,
): Parts {
  if (typeof named !== 'string') return alter({ host: named, handlers: {}, services: opened });
  const definition = hosts[named];
  if (!definition) throw new Error(`There is no host "${named}". Known hosts: ${Object.keys(hosts).join(', ')}.`);

  let services = opened;
  const media = storedMedia(opened.store);
  const handlers = createHandlers({
    get services() {
      return services;
    },
    upstream: scriptedUpstream(simulatedUpstream({ seed, imageSeconds: slowImageModels() }), script),
    media,
  });
  const parts = alter({
    host: tellingChoices({ ...definition, routes: [...definition.routes, mediaRoute] }),
    handlers: { ...handlers, [mediaRoute.operation.id]: getMedia(media) },
    services: opened,
  });
  services = parts.services;
  return parts;
}

/** Seconds that the models take which are never ready inline. */
function slowImageModels(): Readonly<Record<string, number>> {
  return Object.fromEntries(imageModelsEntries.filter(({ slow }) => slow).map(({ id }) => [id, slowImage]));
}
