import { createScript, type Outcome, type Script } from '@tollwright/runtime/operation/script';
import { describe, expect, test } from 'vitest';
import type { UpstreamContext } from '../context.ts';
import type { ChatPiece, Upstream } from '../port.ts';
import { deliver, readTicket, writeTicket } from '../simulated/job.ts';
import { simulatedUpstream } from '../simulated/upstream.ts';
import { scriptedUpstream } from './upstream.ts';

const route = 'POST /x';
const context: UpstreamContext = { route, now: 1_000_000, signal: new AbortController().signal };
const later = (seconds: number): UpstreamContext => ({ ...context, now: context.now + seconds * 1000 });

function directed(outcome: Outcome, detail = {}): { upstream: Upstream; script: Script } {
  const script = createScript();
  script.direct(route, { outcome, detail }, 1);
  return { upstream: scriptedUpstream(simulatedUpstream({ seed: 1, imageSeconds: {} }), script), script };
}

const searchRequest = { query: 'kites', sources: ['web'], maxResults: 1 };
const imageRequest = { model: 'm', prompt: 'A kite', size: '16x16', count: 1 };

async function read(pieces: AsyncIterable<ChatPiece>): Promise<{ pieces: ChatPiece[]; error?: unknown }> {
  const read: ChatPiece[] = [];
  try {
    for await (const piece of pieces) read.push(piece);
    return { pieces: read };
  } catch (error) {
    return { pieces: read, error };
  }
}
const chat = (upstream: Upstream, tier = 'flex') =>
  read(upstream.chat({ model: 'm', messages: [], maxTokens: 99, tier }, context));

describe('scriptedUpstream', () => {
  test.each([
    ['fail', 'failed'],
    ['reject', 'rejected'],
    ['timeout', 'timeout'],
    ['unconfigured', 'unconfigured'],
    ['capacity', 'capacity'],
  ] as const)('refuses the next call when the outcome %s is scripted, and no other', async (outcome, kind) => {
    const { upstream } = directed(outcome);
    await expect(upstream.search(searchRequest, context)).rejects.toMatchObject({ name: 'UpstreamFailure', kind });
    expect((await upstream.search(searchRequest, context)).citations).toHaveLength(1);
  });

  test('leaves the calls of other routes alone', async () => {
    const { upstream } = directed('fail');
    expect((await upstream.search(searchRequest, { ...context, route: 'POST /y' })).citations).toHaveLength(1);
  });

  test('clears its script when the outcome `succeed` is scripted', async () => {
    const { upstream, script } = directed('fail');
    script.direct(route, { outcome: 'succeed', detail: {} }, 1);
    expect((await upstream.search(searchRequest, context)).citations).toHaveLength(1);
  });

  test('passes on the capacity details of the provider', async () => {
    const { upstream } = directed('capacity', { retry_after_seconds: 7, source: 'pool-a' });
    await expect(upstream.search(searchRequest, context)).rejects.toMatchObject({
      detail: { retryAfter: 7, source: 'pool-a' },
    });
  });

  test('cuts a chat after its first piece', async () => {
    const { pieces, error } = await chat(directed('cut').upstream);
    expect(pieces).toHaveLength(1);
    expect(error).toMatchObject({ kind: 'failed' });
  });

  test('hides the tier, reports another or sends no body', async () => {
    const hidden = await chat(directed('no_tier').upstream);
    expect(hidden.pieces.some((piece) => 'tier' in piece)).toBe(false);
    const other = await chat(directed('other_tier').upstream);
    expect(other.pieces.every((piece) => piece.tier === 'default')).toBe(true);
    const empty = await chat(directed('empty').upstream);
    expect(empty.pieces).toMatchObject([{ type: 'end', usage: { completionTokens: 0 } }]);
  });

  test('keeps a slow image job under way until its time or its event', async () => {
    const { upstream } = directed('slow', { seconds: 90 });
    const { ticket, progress } = await upstream.startImage(imageRequest, context);
    expect(progress.state).toBe('queued');
    expect((await upstream.checkJob(ticket, later(89))).state).toBe('in_progress');
    expect((await upstream.checkJob(ticket, later(90))).state).toBe('finished');
    const finished = writeTicket(deliver(readTicket(ticket), 'finished', later(1).now));
    expect((await upstream.checkJob(finished, later(1))).state).toBe('finished');
    const failed = writeTicket(deliver(readTicket(ticket), 'failed', later(1).now));
    expect((await upstream.checkJob(failed, later(1))).state).toBe('failed');
  });

  test('accepts an image job that is to fail in its run, and fails it', async () => {
    const { upstream } = directed('fail', { stage: 'run' });
    const { ticket, progress } = await upstream.startImage(imageRequest, context);
    expect(progress.state).toBe('queued');
    expect((await upstream.checkJob(ticket, context)).state).toBe('failed');
  });

  test('withholds the bytes of an image that is not to be mirrored', async () => {
    const { upstream } = directed('mirror_fail');
    const { progress } = await upstream.startImage(imageRequest, context);
    if (progress.state !== 'finished') throw new Error('not finished');
    await expect(progress.files[0]?.bytes()).rejects.toThrow('does not serve');
  });
});
