import { soundModelsEntries } from '#generated/catalogs/sound-models.ts';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { hostRecording } from './host-recording.ts';

/** Makes a sound effect. */
export function generateSoundEffect(context: HandlerContext): Handlers['generate-sound-effect'] {
  // Callers do not choose the model: the catalog has one.
  const model = soundModelsEntries.map(({ id }) => id).join();
  return (call) => {
    const { text, duration_seconds: seconds, prompt_influence: influence, response_format: format } = call.request;
    const request = {
      text,
      format,
      ...(seconds !== undefined && { seconds }),
      ...(influence !== undefined && { influence }),
    };
    const recording = { model, text, format };
    return hostRecording(context, call, recording, (upstreamContext) =>
      context.upstream.makeSound(request, upstreamContext),
    );
  };
}
