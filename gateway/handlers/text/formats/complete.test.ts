/** Streams whose callers leave: what was passed on is their usage, and the provider is stopped. */

import type { Call } from '@tollwright/runtime/operation/handler';
import { at } from '@tollwright/runtime/testing/read';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import { describe, expect, test } from 'vitest';
import type { ChatPiece, ChatRequest } from '../../../upstream/port.ts';
import type { HandlerContext } from '../../shared/context.ts';
import { complete } from './complete.ts';
import { Completion } from './completion.ts';

const request: ChatRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'Say it all.' }],
  maxTokens: 64,
  tier: 'flex',
};
const texts = ['The sun ', 'rises in ', 'the east.'];

/** Streams a chat whose caller leaves once the provider has been asked for so many pieces. */
async function streamed(leavesAt: number, isBreaking: boolean) {
  const aborter = new AbortController();
  let asked = 0;
  let isStopped = false;
  async function* chat(): AsyncGenerator<ChatPiece> {
    try {
      for (const text of texts) {
        asked += 1;
        if (asked === leavesAt) aborter.abort();
        if (asked === leavesAt && isBreaking) throw new UpstreamFailure('timeout', 'The caller disconnected.');
        yield { type: 'text', text, tier: 'flex' };
      }
      yield { type: 'end', finishReason: 'stop', usage: { promptTokens: 99, completionTokens: 98 }, tier: 'flex' };
    } finally {
      isStopped = true;
    }
  }
  // The handler reads these parts of its context and its call, and no others.
  const context = { upstream: { chat }, services: { clock: { now: () => 0 } } } as unknown as HandlerContext;
  const call = { signal: aborter.signal, route: { operation: { method: 'POST' }, path: '/' } } as unknown as Call;
  const reply = await complete(context, call, { request, format: new Completion('c', 1, 'm'), stream: true });
  let text = '';
  for await (const { data } of reply.stream ?? []) text += at(data, 'choices', 0, 'delta', 'content') ?? '';
  return { text, metered: reply.metered?.(), isStopped };
}

describe('a stream', () => {
  test.each([
    ['between two pieces', 2, false, 'The sun rises in ', 5],
    ['while the provider is asked', 3, true, 'The sun rises in ', 5],
  ])('whose caller leaves %s is charged for what was passed on', async (_, leavesAt, isBreaking, text, tokens) => {
    const usage = { prompt_tokens: 3, completion_tokens: tokens };
    expect(await streamed(leavesAt, isBreaking)).toMatchObject({
      text,
      isStopped: true,
      metered: { usage, response: { usage, service_tier: 'flex' } },
    });
  });

  test('that is read to its end has the usage that the provider counted', async () => {
    const usage = { prompt_tokens: 99, completion_tokens: 98 };
    expect(await streamed(0, false)).toMatchObject({ text: texts.join(''), metered: { usage } });
  });
});
