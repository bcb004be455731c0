/** What a fault is, and the short words in which probes are written. */
import { IMAGE_MODELS, SPEECH_IDS, VIDEO_IDS } from '../data/media.ts';
import { TEXT_LABELS } from '../data/models.ts';
import { type HostName, SEGMENTS } from '../hosts.ts';
import type { Client, Reply } from '../probe/client.ts';
import type { Rules } from '../rules.ts';

export interface Fault {
  id: string;
  host: HostName;
  /** What is wrong, in one sentence. */
  says: string;
  /** The words of the documents that it breaks. */
  quote: string;
  apply: (rules: Rules) => void;
  /** Whether the gateway behaves as the documents say. */
  probe: (client: Client) => Promise<boolean>;
}

export type Probe = Fault['probe'];

export const PHOTO = 'https://pics.example.org/face.png';
export const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';

export const text = (label: string): string => TEXT_LABELS[label] ?? label;
export const image = (label: string): string => IMAGE_MODELS.find((model) => model.label === label)?.id ?? label;
export const video = (label: string): string => VIDEO_IDS[label] ?? label;
export const speech = (label: string): string => SPEECH_IDS[label] ?? label;

export const CHAT = '/api/v1/chat/completions';
export const SEARCH = '/api/v1/search';
export const IMAGES = '/api/v1/images/generations';
export const EDIT = '/api/v1/images/image2image';
export const VIDEOS = '/api/v1/videos/generations';
export const SPEECH = '/api/v1/audio/speech';
export const WEB = `/api/v1/${SEGMENTS.websearch}`;
export const BOX = `/api/v1/${SEGMENTS.sandbox}/sandbox`;
export const SOCIAL = `/api/v1/${SEGMENTS.social}/users`;
export const CRYPTO = `/api/v1/${SEGMENTS.cryptodata}`;
export const PM = '/api/v1/pm';

export function chat(extra: Record<string, unknown> = {}): Record<string, unknown> {
  return { model: text('chat'), messages: [{ role: 'user', content: 'How is the tide?' }], ...extra };
}

export function message(extra: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    model: text('messages'),
    max_tokens: 20,
    messages: [{ role: 'user', content: 'How is the tide?' }],
    ...extra,
  };
}

export function response(extra: Record<string, unknown> = {}): Record<string, unknown> {
  return { model: text('responses'), input: 'How is the tide?', ...extra };
}

/** The status of an unpaid POST is this one. */
export function post(path: string, body: unknown, status: number): Probe {
  return async (client) => (await client.post(path, body)).status === status;
}

export function get(path: string, status: number): Probe {
  return async (client) => (await client.get(path)).status === status;
}

/** The challenge of a POST asks for this many micro-dollars. */
export function quoted(path: string, body: unknown, micro: number): Probe {
  return async (client) => (await client.quote('POST', path, body)) === micro;
}

/** A paid POST under a scripted outcome has this status, and nothing is charged. */
export function uncharged(route: string, outcome: string, path: string, body: unknown, status: number): Probe {
  return async (client) => {
    await client.script(route, outcome);
    const reply = await client.pay('POST', path, body);
    return reply.status === status && (await client.charges()).length === 0;
  };
}

export async function paidOk(client: Client, path: string, body: unknown): Promise<Reply> {
  const reply = await client.pay('POST', path, body);
  if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return reply;
}

/** A fault of one host whose probe starts from an empty gateway. */
export function faultsOf(host: HostName) {
  return (id: string, says: string, quote: string, apply: Fault['apply'], probe: Probe): Fault => ({
    id,
    host,
    says,
    quote,
    apply,
    probe: async (client) => {
      await client.control('/reset', {});
      return probe(client);
    },
  });
}
