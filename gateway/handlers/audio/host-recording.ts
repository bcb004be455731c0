import type { Call } from '@tollwright/runtime/operation/handler';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import { characters } from '@tollwright/runtime/values/json';
import type { AudioFormat, UpstreamAudio } from '../../upstream/audio-port.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** The parameters of a recording. */
interface Recording {
  readonly model: string;
  /** The text that was spoken, or that describes the sound. */
  readonly text: string;
  readonly format: AudioFormat;
  /** True where the response has the duration of the recording. */
  readonly timed?: boolean;
}

/**
 * Stores a recording on the gateway and responds with its permanent URL.
 *
 * A recording that cannot be copied is not delivered: the provider's URL expires.
 */
export async function hostRecording(
  context: HandlerContext,
  call: Call,
  { model, text, format, timed }: Recording,
  record: (upstreamContext: ReturnType<typeof upstreamContextOf>) => Promise<UpstreamAudio>,
) {
  const { media, services } = context;
  const audio = await record(upstreamContextOf(call, context));
  const path = await media.keep(await bytesOf(audio), audio.mime);
  const item = {
    url: `${call.origin}${path}`,
    format,
    characters: characters(text),
    ...(timed && { duration_seconds: audio.seconds }),
  };
  const created = Math.floor(services.clock.now() / 1000);
  return { status: 200, body: { created, model, data: [item] }, usage: { model } };
}

async function bytesOf(audio: UpstreamAudio): Promise<Uint8Array> {
  try {
    return await audio.bytes();
  } catch {
    throw new UpstreamFailure('failed', 'The recording could not be copied.');
  }
}
