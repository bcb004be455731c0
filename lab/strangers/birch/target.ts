import { musicModel, speechModels } from './audio-models.ts';
import { imageModels } from './image-models.ts';
import { options } from './options.ts';
import { segments } from './profile.ts';
import { textModel } from './text-models.ts';
import { videoModels } from './video-models.ts';

/** Labels of the documents for language models, with the id that stands for each. */
const textLabels: Record<string, string> = {
  chat: 'acorn/acorn-small',
  messages: 'cedar/sprig',
  responses: 'onyx/gpt-5.5-mini',
  flex: 'onyx/gpt-5.5',
  'long context': 'onyx/gpt-5.5',
  '4.1 family': 'onyx/gpt-4.1',
  '4o family': 'onyx/gpt-4o',
  o1: 'onyx/o1',
  'o3-mini': 'onyx/o3-mini',
  'chat-latest': 'onyx/chat-latest',
  '5.3 codex': 'onyx/gpt-5.3-codex',
  '5.6 pro': 'onyx/gpt-5.6-pro',
  'gpt-oss': 'onyx/gpt-oss-120b',
};

function labels(): Record<string, string> {
  const media = [...imageModels, ...videoModels, ...speechModels].map(({ label, id }): [string, string] => [label, id]);
  const text = Object.entries(textLabels).filter(([, id]) => textModel(id) !== undefined);
  return Object.fromEntries([...media, ['music', musicModel], ...text]);
}

/** Segments of the services that this host has: payment for web search is not supported on the test network. */
function offered(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(segments).filter(([name]) => options.host === 'base' || name !== 'websearch'),
  );
}

/** The target file of this process. */
export function target(url: string, controlUrl: string): Record<string, unknown> {
  return {
    host: options.host,
    url,
    control: { url: controlUrl, token: { env: 'CONTROL_TOKEN' } },
    wallets: { payer: { env: 'PAYER_KEY' }, other: { env: 'OTHER_KEY' } },
    max_spend_usd: 1000,
    segments: offered(),
    models: labels(),
  };
}
