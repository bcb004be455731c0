import type { Alteration } from '#gateway/start.ts';
import { errors } from '#generated/errors.ts';
import { operationFinder } from '../toolkit/calls.ts';
import { wrapServer } from '../toolkit/server.ts';
import { operationsAt } from './contract.ts';
import { defineVariants } from './variant.ts';

/** One of so many calls is refused for a second. */
const inTurn = 100;

/** Refuses some calls for a second, without a charge. */
const busy = (ids: readonly string[]): Alteration =>
  wrapServer((serve, { host }) => {
    const find = operationFinder(host);
    let count = 0;
    let until = 0;
    return async (call) => {
      if (!ids.includes(find(call) ?? '')) return serve(call);
      if (Date.now() >= until) {
        count += 1;
        if (count % inTurn !== 0) return serve(call);
        until = Date.now() + 1000;
      }
      const body = {
        ...errors['rate-limited']?.body,
        source: 'upstream',
        retry_after_seconds: 1,
        details: 'The provider has no capacity.',
      };
      const headers = { 'Content-Type': 'application/json', 'Retry-After': '1', 'X-RateLimit-Source': 'upstream' };
      return { status: 429, headers, body: JSON.stringify(body) };
    };
  });

/** Gateways whose providers are busy at times. */
export const busyness = defineVariants('busy', [
  {
    name: 'throttles crypto data',
    questions: ['crypto-data-rate-limits'],
    alter: busy(operationsAt(/\{cryptodata\}/)),
  },
  {
    name: 'throttles predictions',
    questions: ['prediction-rate-limits'],
    alter: busy(operationsAt(/\/pm\//)),
  },
  {
    name: 'throttles images and sounds',
    questions: ['media-throttling'],
    alter: busy(['generate-image', 'edit-image', 'generate-music', 'generate-sound-effect', 'synthesize-speech']),
  },
  {
    name: 'throttles responses and searches',
    questions: ['no-quota-rows'],
    hosts: ['account'],
    alter: busy(['create-response', 'search']),
  },
  {
    name: 'throttles videos',
    questions: ['video-throttle'],
    alter: busy(['generate-video', 'create-video']),
  },
  {
    name: 'throttles chats',
    questions: ['free-tier-models'],
    alter: busy(['create-chat-completion', 'create-chat-completion-for-model', 'create-message', 'create-response']),
  },
  {
    name: 'throttles web searches',
    questions: ['web-search-capacity'],
    choice: 'web capacity',
    alter: busy(operationsAt(/\{websearch\}/)),
  },
]);
