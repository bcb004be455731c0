import { segments } from './segments.ts';

/** The labels of the documents and the ids of this catalog. */
const models = {
  chat: 'alder/large',
  messages: 'fern/frond-4',
  responses: 'oakley/5-mini',
  flex: 'oakley/5-mini',
  'long context': 'oakley/5.4',
  '4.1 family': 'oakley/4.1-mini',
  '4o family': 'oakley/4o-mini',
  o1: 'oakley/o1',
  'o3-mini': 'oakley/o3-mini',
  'chat-latest': 'oakley/chat-latest',
  '5.3 codex': 'oakley/5.3-codex',
  '5.6 pro': 'oakley/5.6-pro',
  'gpt-oss': 'oakley/gpt-oss-120b',
  'IMG-A1': 'alder/canvas',
  'IMG-A2': 'alder/canvas-pro',
  'IMG-B1': 'birch/lens',
  'IMG-B2': 'birch/lens-2',
  'IMG-B3': 'birch/lens-pro',
  'IMG-C': 'cedar/sketch',
  'IMG-D1': 'dune/paint',
  'IMG-D2': 'dune/paint-pro',
  'IMG-E': 'elder/vista',
  'VID-R': 'russet/motion',
  'VID-G1': 'garnet/reel-1',
  'VID-G2': 'garnet/reel-2',
  'VID-S15': 'sable/clip-1.5',
  'VID-S2M': 'sable/clip-2-mini',
  'VID-S2F': 'sable/clip-2-fast',
  'VID-S2': 'sable/clip-2',
  'VID-S25': 'sable/clip-2.5',
  flash: 'lark/flash',
  turbo: 'lark/turbo',
  multilingual: 'lark/multilingual',
  'expressive v3': 'lark/expressive-3',
  'prompt-directed audio model': 'wren/directed',
};

/** What the conformance kit has to know about this deployment. */
export function targetFile(port: number, controlPort: number): Record<string, unknown> {
  return {
    host: 'account',
    url: `http://127.0.0.1:${port}`,
    control: { url: `http://127.0.0.1:${controlPort}`, token: { env: 'CONTROL_TOKEN' } },
    api_key: { env: 'API_KEY' },
    max_spend_usd: 500,
    segments,
    models,
  };
}
