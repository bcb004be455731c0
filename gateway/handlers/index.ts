import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../tools.ts';
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
import { socialHandlers } from './social/index.ts';
import { textHandlers } from './text/index.ts';
import { utilityHandlers } from './utility/index.ts';
import { videoHandlers } from './video/index.ts';
import { webSearchHandlers } from './websearch/index.ts';

/** Every handler by the id of the operation that it serves. */
export function createHandlers(tools: Tools): Handlers {
  return {
    ...characterHandlers(tools),
    ...discoveryHandlers(tools),
    ...marketHandlers(tools),
    ...phoneHandlers(tools),
    ...predictionHandlers(tools),
    ...sandboxHandlers(tools),
    ...socialHandlers(tools),
    ...textHandlers(tools),
    ...utilityHandlers(tools),
    ...videoHandlers(tools),
    ...webSearchHandlers(tools),
    decide: decide(tools),
    'edit-image': editImage(tools),
    'export-usage': exportUsage(tools),
    'generate-image': generateImage(tools),
    'generate-music': generateMusic(tools),
    'generate-sound-effect': generateSoundEffect(tools),
    'get-balance': getBalance(tools),
    'list-audio-models': listAudioModels(),
    'list-image-models': listImageModels(),
    'list-usage': listUsage(tools),
    'list-voices': listVoices(tools),
    'poll-image': pollImage(tools),
    search: search(tools),
    'summarize-usage': summarizeUsage(tools),
    'synthesize-speech': synthesizeSpeech(tools),
  };
}
