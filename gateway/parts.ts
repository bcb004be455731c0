import type { HostDefinition } from '@tollwright/runtime/operation';
import type { Handlers, RequestChecks } from '@tollwright/runtime/pipeline';
import type { Serve } from '@tollwright/runtime/server';
import type { Services } from '@tollwright/runtime/services';
import { imageModelsEntries } from '#generated/catalogs/image-models.ts';
import { videoModelsEntries } from '#generated/catalogs/video-models.ts';
import { hosts } from '#generated/hosts/index.ts';
import type { HandlerContext } from './handler-context.ts';
import { requestChecks } from './handlers/checks.ts';
import { createHandlers } from './handlers/index.ts';
import { getMedia, mediaRoute, storedMedia } from './media.ts';
import { undoUnpaid } from './recovery.ts';
import type { Script } from './upstream/script.ts';
import { scriptedUpstream } from './upstream/scripted.ts';
import { simulatedUpstream } from './upstream/simulated/upstream.ts';

/** The parts of a gateway before it is assembled; tests alter them. */
export interface Parts {
  readonly host: HostDefinition;
  readonly handlers: Handlers;
  readonly checks?: RequestChecks;
  readonly services: Services;
  /** Undoes what a crash left behind; called before the gateway serves. */
  readonly recover?: () => Promise<void>;
  /** Wraps the whole pipeline. */
  readonly wrap?: (serve: Serve) => Serve;
}

export type Alteration = (parts: Parts) => Parts;

/** Seconds that an image of a slow model takes. */
const slowImage = 120;

/** Finds an emitted host by its id. */
export function findHost(id: string): HostDefinition {
  const host = hosts[id];
  if (!host) throw new Error(`There is no host "${id}". Known hosts: ${Object.keys(hosts).join(', ')}.`);
  return host;
}

/** The options of the simulated providers. */
export interface Simulation {
  readonly script: Script;
  readonly seed: number;
}

/** Assembles the parts for the services that were opened, and alters them before they are used. */
export type Assembly = (opened: Services, alter: Alteration) => Parts;

/** Serves an emitted host with every handler and the simulated providers. */
export function withHandlers(definition: HostDefinition, { script, seed }: Simulation): Assembly {
  const host = { ...definition, routes: [...definition.routes, mediaRoute] };
  const videoSeconds = Object.fromEntries(
    videoModelsEntries.map(({ id, made_in: [least = 0, most = least] }) => [id, [least, most] as const]),
  );
  const providers = simulatedUpstream({ seed, imageSeconds: slowImageModels(), videoSeconds });
  const upstream = scriptedUpstream(providers, script);

  return (opened, alter) => {
    let services = opened;
    const media = storedMedia(opened.store, opened.clock);
    const context: HandlerContext = {
      get services() {
        return services;
      },
      upstream,
      media,
    };
    const handlers = createHandlers(context);
    const parts = alter({
      host,
      handlers: { ...handlers, [mediaRoute.operation.id]: getMedia(media) },
      checks: requestChecks(host),
      services,
      recover: () => undoUnpaid(context, host),
    });
    services = parts.services;
    return parts;
  };
}

/** Serves the host of any service without handlers: its operations respond with 501. */
export function withoutHandlers(host: HostDefinition): Assembly {
  return (services, alter) => alter({ host, handlers: {}, services });
}

function slowImageModels(): Readonly<Record<string, number>> {
  return Object.fromEntries(imageModelsEntries.filter(({ slow }) => slow).map(({ id }) => [id, slowImage]));
}
