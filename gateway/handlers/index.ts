import type { Handlers } from '#generated/handlers.ts';
import { decide } from './account/decide.ts';
import { exportUsage } from './account/export-usage.ts';
import { getBalance } from './account/get-balance.ts';
import { listUsage } from './account/list-usage.ts';
import { summarizeUsage } from './account/summarize-usage.ts';
import { generateMusic } from './audio/generate-music.ts';
import { generateSoundEffect } from './audio/generate-sound-effect.ts';
import { listAudioModels } from './audio/list-audio-models.ts';
import { listVoices } from './audio/list-voices.ts';
import { synthesizeSpeech } from './audio/synthesize-speech.ts';
import { characterHandlers } from './characters/index.ts';
import { discoveryHandlers } from './discovery/index.ts';
import { editImage } from './images/edit-image.ts';
import { generateImage } from './images/generate-image.ts';
import { listImageModels } from './images/list-image-models.ts';
import { pollImage } from './images/poll-image.ts';
import { marketHandlers } from './markets/index.ts';
import { phoneHandlers } from './phone/index.ts';
import { predictionHandlers } from './prediction/index.ts';
import { sandboxHandlers } from './sandbox/index.ts';
import { search } from './search/search.ts';
import type { HandlerContext } from './shared/context.ts';
import { socialHandlers } from './social/index.ts';
import { textHandlers } from './text/index.ts';
import { utilityHandlers } from './utility/index.ts';
import { videoHandlers } from './video/index.ts';
import { webSearchHandlers } from './websearch/index.ts';

/** Every handler by the id of the operation that it serves. */
export function createHandlers(context: HandlerContext): Handlers {
  return {
    ...characterHandlers(context),
    ...discoveryHandlers(context),
    ...marketHandlers(context),
    ...phoneHandlers(context),
    ...predictionHandlers(context),
    ...sandboxHandlers(context),
    ...socialHandlers(context),
    ...textHandlers(context),
    ...utilityHandlers(context),
    ...videoHandlers(context),
    ...webSearchHandlers(context),
    decide: decide(context),
    'edit-image': editImage(context),
    'export-usage': exportUsage(context),
    'generate-image': generateImage(context),
    'generate-music': generateMusic(context),
    'generate-sound-effect': generateSoundEffect(context),
    'get-balance': getBalance(context),
    'list-audio-models': listAudioModels(),
    'list-image-models': listImageModels(),
    'list-usage': listUsage(context),
    'list-voices': listVoices(context),
    'poll-image': pollImage(context),
    search: search(context),
    'summarize-usage': summarizeUsage(context),
    'synthesize-speech': synthesizeSpeech(context),
  };
}
