import type { Handlers } from '#generated/handlers.ts';
import type { UpstreamTrack } from '../../upstream/audio-port.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Seconds that a track can be fetched. */
const kept = 24 * 60 * 60;

/** Makes a track of music, which can be fetched for a day. */
export function generateMusic(context: HandlerContext): Handlers['generate-music'] {
  return async (call) => {
    const { model, prompt, instrumental, lyrics } = call.request;
    const request = { model, prompt, instrumental, ...(lyrics !== undefined && { lyrics }) };
    const track = await context.upstream.makeMusic(request, upstreamContextOf(call, context));
    const item = {
      url: await urlOf(context, track, call.origin),
      duration_seconds: track.seconds,
      ...(track.lyrics !== undefined && { lyrics: track.lyrics }),
    };
    const created = Math.floor(context.services.clock.now() / 1000);
    return { status: 200, body: { created, model, data: [item] }, usage: { model } };
  };
}

/** The URL of a track: that of the provider if it could not be copied. */
async function urlOf({ media, services }: HandlerContext, track: UpstreamTrack, origin: string): Promise<string> {
  try {
    return `${origin}${await media.keep(await track.bytes(), track.mime, kept)}`;
  } catch (error) {
    services.log.warn({ err: error }, 'a track was not copied');
    return track.source;
  }
}
