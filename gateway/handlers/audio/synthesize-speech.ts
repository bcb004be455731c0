import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { hostRecording } from './host-recording.ts';
import { perSecondModel } from './speech-model.ts';

const defaultSpeed = 1;

/** Synthesizes speech from a text. */
export function synthesizeSpeech(context: HandlerContext): Handlers['synthesize-speech'] {
  return (call) => {
    const { model, input, voice, response_format: format, speed = defaultSpeed } = call.request;
    const timed = perSecondModel(model);
    const request = { model, input, format, speed, ...(timed ? { longest: timed.max_seconds } : { voice }) };
    const recording = { model, text: input, format, timed: timed !== undefined };
    return hostRecording(context, call, recording, (upstreamContext) =>
      context.upstream.speak(request, upstreamContext),
    );
  };
}
