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
import { getHealth } from './discovery/get-health.ts';
import { getOpenapi } from './discovery/get-openapi.ts';
import { getPricing } from './discovery/get-pricing.ts';
import { getX402Manifest } from './discovery/get-x402-manifest.ts';
import { editImage } from './images/edit-image.ts';
import { generateImage } from './images/generate-image.ts';
import { listImageModels } from './images/list-image-models.ts';
import { pollImage } from './images/poll-image.ts';
import { lookupPhone } from './phone/lookup-phone.ts';
import { search } from './search/search.ts';
import { createChatCompletion } from './text/create-chat-completion.ts';
import { createChatCompletionForModel } from './text/create-chat-completion-for-model.ts';
import { listModels } from './text/list-models.ts';

/** Every handler by the id of the operation that it serves. */
export function createHandlers(tools: Tools): Handlers {
  return {
    'create-chat-completion': createChatCompletion(tools),
    'create-chat-completion-for-model': createChatCompletionForModel(tools),
    decide: decide(tools),
    'edit-image': editImage(tools),
    'export-usage': exportUsage(tools),
    'generate-image': generateImage(tools),
    'generate-music': generateMusic(tools),
    'generate-sound-effect': generateSoundEffect(tools),
    'get-balance': getBalance(tools),
    'get-health': getHealth(tools),
    'get-openapi': getOpenapi(),
    'get-pricing': getPricing(),
    'get-x402-manifest': getX402Manifest(tools),
    'list-audio-models': listAudioModels(),
    'list-image-models': listImageModels(),
    'list-models': listModels(),
    'list-usage': listUsage(tools),
    'list-voices': listVoices(tools),
    'lookup-phone': lookupPhone(tools),
    'poll-image': pollImage(tools),
    search: search(tools),
    'summarize-usage': summarizeUsage(tools),
    'synthesize-speech': synthesizeSpeech(tools),
  };
}
