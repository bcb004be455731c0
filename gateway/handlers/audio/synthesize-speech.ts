import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { hosted } from './hosted.ts';
import { perSecondModel } from './speech-model.ts';

const usualPace = 1;

/** Speaks a text. */
export function synthesizeSpeech(tools: Tools): Handlers['synthesize-speech'] {
  return (call) => {
    const { model, input, voice, response_format: format, speed = usualPace } = call.request;
    const timed = perSecondModel(model);
    const ask = { model, input, format, speed, ...(timed ? { longest: timed.max_seconds } : { voice }) };
    const recording = { model, text: input, format, timed: timed !== undefined };
    return hosted(tools, call, recording, (occasion) => tools.upstream.speak(ask, occasion));
  };
}
