import type { EventReceivers } from '@tollwright/runtime/control/events';
import type { GatewayOptions } from '@tollwright/runtime/gateway/create';
import type { Handler } from '@tollwright/runtime/operation/handler';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { Lifecycles } from '@tollwright/runtime/payment/lifecycles';
import type { Handlers } from '@tollwright/runtime/pipeline/parts';
import type { Services } from '@tollwright/runtime/pipeline/services';
import { lookup, wholeKey } from '@tollwright/runtime/values/json';
import { imageModelsEntries } from '#generated/catalogs/image-models.ts';
import { textModels } from '#generated/catalogs/text-models.ts';
import { videoModelsEntries } from '#generated/catalogs/video-models.ts';
import { hosts } from '#generated/hosts/index.ts';
import { balance } from '#generated/machines/balance.ts';
import { stream } from '#generated/machines/stream.ts';
import { realfaceEvents } from './handlers/characters/group.ts';
import { images } from './handlers/images/generate-image.ts';
import { createHandlers, requestChecks } from './handlers/index.ts';
import { jobEvents } from './handlers/jobs/events.ts';
import { voiceCallEvents } from './handlers/phone/call.ts';
import type { HandlerContext } from './handlers/shared/context.ts';
import { getMedia, mediaRoute, storedMedia } from './handlers/shared/media.ts';
import { backgroundEvents } from './handlers/text/background.ts';
import { videos } from './handlers/video/job.ts';
import { acceptedCalls, undoUnpaid } from './recovery.ts';
import { scriptedUpstream } from './upstream/scripted/upstream.ts';
import { simulatedUpstream } from './upstream/simulated/upstream.ts';

/** Seconds that an image of a slow model takes. */
const slowImage = 120;

/** Finds an emitted host by its id. */
export function findHost(id: string): HostDefinition {
  const host = hosts[id];
  if (!host) throw new Error(`There is no host "${id}". Known hosts: ${Object.keys(hosts).join(', ')}.`);
  return host;
}

/** The gateway of an emitted host: every handler, and the simulated providers behind them. */
export interface BuiltIn extends Pick<GatewayOptions, 'host' | 'checks' | 'recover' | 'findAccepted'> {
  readonly handlers: (services: Services) => Handlers;
  /** Replaces the services of the handlers, before the gateway serves. */
  replace(services: Services): void;
}

/** Builds the parts of the gateway of an emitted host; `seed` is the seed of its simulated providers. */
export function builtIn(definition: HostDefinition, seed: number): BuiltIn {
  const host = { ...definition, routes: [...definition.routes, mediaRoute] };
  const videoSeconds = Object.fromEntries(
    videoModelsEntries.map(({ id, made_in: [least = 0, most = least] }) => [id, [least, most] as const]),
  );
  const contextWindow = (model: string) => lookup(textModels, wholeKey(textModels, model)).context_window;
  const providers = simulatedUpstream({ seed, contextWindow, imageSeconds: slowImageModels(), videoSeconds });
  let context: { -readonly [Key in keyof HandlerContext]: HandlerContext[Key] } | undefined;

  return {
    host,
    checks: requestChecks(host),
    findAccepted: acceptedCalls(definition),
    handlers(services) {
      const media = storedMedia(services.store, services.clock);
      const current = { services, upstream: scriptedUpstream(providers, services.script), media };
      context = current;
      return saySimulated({ ...createHandlers(current), [mediaRoute.operation.id]: getMedia(media) });
    },
    async recover() {
      if (context) await undoUnpaid(context, host);
    },
    replace(services) {
      if (context) context.services = services;
    },
  };
}

/** Marks every response as simulated. */
function saySimulated(handlers: Handlers): Handlers {
  const said = Object.entries(handlers).map(([id, handle]) => {
    const answer: Handler = async (call) => {
      const reply = await handle(call);
      return { ...reply, headers: { ...reply.headers, 'X-Upstream': 'simulated' } };
    };
    return [id, answer] as const;
  });
  return Object.fromEntries(said);
}

function slowImageModels(): Readonly<Record<string, number>> {
  return Object.fromEntries(imageModelsEntries.filter(({ slow }) => slow).map(({ id }) => [id, slowImage]));
}

/** Receivers of the events of the outside world. */
export const receivers: EventReceivers = {
  background_response: backgroundEvents,
  image_job: jobEvents(images),
  realface: realfaceEvents,
  voice_call: voiceCallEvents,
  video_job: jobEvents(videos),
};

/** The lifecycles of streams and balances, as in the specification. */
export const lifecycles: Lifecycles = { stream, balance };
