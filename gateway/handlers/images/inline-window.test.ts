import { createServices, type Services } from '@tollwright/runtime/pipeline/services';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lifecycles } from '../../built-in.ts';
import type { UpstreamContext } from '../../upstream/context.ts';
import { simulatedUpstream } from '../../upstream/simulated/upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { storedMedia } from '../shared/media.ts';
import { waitInline } from './generate-image.ts';

const window = 30;
let services: Services;
beforeEach(async () => {
  // The intervals of the services never end, and a test that runs all timers would not either.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  services = await createServices({ lifecycles, payTo: '0x0', clock: { now: () => Date.now() } });
});
afterEach(async () => {
  vi.useRealTimers();
  await services.close();
});

/** Orders an image of a model that takes some seconds, and waits for it on a clock of its own. */
async function wait(seconds: number): Promise<{ state: string; waited: number }> {
  const upstream = simulatedUpstream({ seed: 1, imageSeconds: { 'some/model': seconds } });
  const context: HandlerContext = { services, upstream, media: storedMedia(services.store, services.clock) };
  const ordered = Date.now();
  const upstreamContext: UpstreamContext = {
    route: 'POST /images',
    now: ordered,
    signal: new AbortController().signal,
  };
  const request = { model: 'some/model', prompt: 'A kite', size: '16x16', count: 1 };
  const waiting = waitInline(context, await upstream.startImage(request, upstreamContext), upstreamContext, window);
  const ended = waiting.then(({ state }) => ({ state, waited: (Date.now() - ordered) / 1000 }));
  await vi.runAllTimersAsync();
  return ended;
}

describe('waitInline', () => {
  test.each([
    ['does not wait for an image that is ready', 0, 'finished', 0],
    ['waits until an image is ready', 12.3, 'finished', 12.3],
    ['waits for an image that is ready at the very end of the window', 30, 'finished', 30],
    ['does not wait for an image that takes longer than the window', 30.001, 'queued', 0],
  ])('%s', async (_, seconds, state, waited) => {
    expect(await wait(seconds)).toEqual({ state, waited });
  });

  test('gives up at the end of the window when the provider is late', async () => {
    const upstream = simulatedUpstream({ seed: 1, imageSeconds: {} });
    const late = { state: 'in_progress', expectedAt: Date.now() + 1000 } as const;
    const context: HandlerContext = {
      services,
      upstream: { ...upstream, checkJob: async () => late },
      media: storedMedia(services.store, services.clock),
    };
    const ordered = Date.now();
    const upstreamContext: UpstreamContext = {
      route: 'POST /images',
      now: ordered,
      signal: new AbortController().signal,
    };
    const waiting = waitInline(context, { ticket: '', progress: late }, upstreamContext, window);
    await vi.runAllTimersAsync();
    expect((await waiting).state).toBe('in_progress');
    expect(Date.now() - ordered).toBe(window * 1000);
  });
});
