import type { TextModel } from '../catalog/text.ts';
import { cost } from '../catalog/text.ts';
import { config } from '../config.ts';
import { ApiError } from '../errors.ts';
import { on } from '../fault.ts';
import type { Call, Result } from '../op.ts';

/** What chat, messages, responses and the native passthrough share: token counts, the mock answer, streams and tiers. */
function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text, 'utf8') / 4);
}

export function tokensIn(content: unknown): number {
  if (typeof content === 'string') return tokensOf(content);
  return content === undefined || content === null ? 0 : tokensOf(JSON.stringify(content));
}

export interface Answer {
  text: string;
  output: number;
  truncated: boolean;
}

export function answer(seed: string, limit: number): Answer {
  const words = `This is a reply from the grove to a prompt of ${seed.length} characters.`.split(' ');
  const cut = words.length > limit;
  const used = cut ? words.slice(0, limit) : words;
  return { text: used.join(' '), output: used.length, truncated: cut };
}

export function chunks(text: string): string[] {
  return text.split(/(?<= )/);
}

export function upstreamBroke(): ApiError {
  return new ApiError(502, {
    error: 'Upstream error',
    code: 'UPSTREAM_ERROR',
    message: 'The provider answered with nothing usable. You were not charged.',
  });
}

/** A stream that ended early ends with an error event for the client, and nothing is charged for it. */
export function cutStream(call: Call, events: string[], errorEvent: string): Result {
  const first = events.slice(0, Math.max(1, Math.floor(events.length / 2)));
  const sse = on('cut-stream-looks-finished') ? `${first.join('')}data: [DONE]\n\n` : first.join('') + errorEvent;
  const charged = call.who.kind === 'key' ? on('cut-stream-charged') : on('cut-stream-settles');
  return { sse, free: !charged, usage: { status: 502 } };
}

/** For a flex request: the tier that the upstream reports, in its first chunk or its response. */
export function servedTier(asked: boolean, call: Call, streaming: boolean): 'flex' | undefined {
  const { outcome } = call.script;
  if (!asked) return undefined;
  if (outcome === 'no_tier' && !(streaming && on('flex-stream-tier-unchecked'))) {
    throw new ApiError(502, {
      error: 'Flex tier unconfirmed',
      code: 'FLEX_TIER_UNCONFIRMED',
      message: 'The provider answered without reporting the flex tier. You were not charged.',
    });
  }
  return outcome === 'other_tier' ? undefined : 'flex';
}

export function noUse(call: Call, streaming: boolean): void {
  if (call.script.outcome === 'empty' || (call.script.outcome === 'cut' && !streaming)) throw upstreamBroke();
}

export function bill(
  m: TextModel,
  prompt: number,
  output: number,
  tier: 'flex' | undefined,
  asked = false,
): Pick<Result, 'charge' | 'usage'> {
  if (config.host === 'base') return {};
  const flex = on('flex-bills-what-was-asked') ? asked : tier === 'flex';
  let amount = cost(m, prompt, output, flex);
  if (on('account-chat-fee')) amount += 1_000_000_000n;
  const recorded = asked && on('usage-tier-as-asked') ? 'flex' : tier;
  return { charge: amount, usage: { model: m.id, input: prompt, output, ...(recorded ? { tier: recorded } : {}) } };
}

export function sse(data: unknown, event?: string): string {
  return `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
}
