import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { hosted } from './hosted.ts';
import { soundModel } from './sound-model.ts';

/** Makes a sound effect. */
export function generateSoundEffect(tools: Tools): Handlers['generate-sound-effect'] {
  return (call) => {
    const { text, duration_seconds: seconds, prompt_influence: influence, response_format: format } = call.request;
    const ask = {
      text,
      format,
      ...(seconds !== undefined && { seconds }),
      ...(influence !== undefined && { influence }),
    };
    const recording = { model: soundModel.id, text, format };
    return hosted(tools, call, recording, (occasion) => tools.upstream.makeSound(ask, occasion));
  };
}
