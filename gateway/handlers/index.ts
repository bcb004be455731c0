import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../tools.ts';
import { decide } from './account/decide.ts';
import { exportUsage } from './account/export-usage.ts';
import { getBalance } from './account/get-balance.ts';
import { listUsage } from './account/list-usage.ts';
import { summarizeUsage } from './account/summarize-usage.ts';
import { getHealth } from './discovery/get-health.ts';
import { getOpenapi } from './discovery/get-openapi.ts';
import { getPricing } from './discovery/get-pricing.ts';
import { getX402Manifest } from './discovery/get-x402-manifest.ts';
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
    'export-usage': exportUsage(tools),
    'generate-image': generateImage(tools),
    'get-balance': getBalance(tools),
    'get-health': getHealth(tools),
    'get-openapi': getOpenapi(),
    'get-pricing': getPricing(),
    'get-x402-manifest': getX402Manifest(tools),
    'list-image-models': listImageModels(),
    'list-models': listModels(),
    'list-usage': listUsage(tools),
    'lookup-phone': lookupPhone(tools),
    'poll-image': pollImage(tools),
    search: search(tools),
    'summarize-usage': summarizeUsage(tools),
  };
}
