import { wrapHandlers } from '../toolkit/handlers.ts';
import { interceptEvents, interceptResponses } from '../toolkit/interceptors.ts';
import { isEventStream } from '../toolkit/messages.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';

const isError = (event: string): boolean => event.startsWith('event: error') || event.includes('"error"');

/** A cut stream whose events are changed. */
const cut = (name: string, change: (events: readonly string[]) => readonly string[]): FaultDefinition => ({
  name,
  rule: 'chat-cut-stream.error-event-last',
  level: 'controlled',
  only: ['chat-cut-stream.*', 'create-chat-completion.stream'],
  intercept: interceptEvents((events) => (events.some(isError) ? change(events) : events)),
});

/** Streams that end wrongly. */
export const streams = defineFaults('streams', [
  cut('ends a broken stream without an error event', (events) => events.filter((event) => !isError(event))),
  cut('sends [DONE] after the error event', (events) => [...events, 'data: [DONE]']),
  cut('sends [DONE] instead of the error event', (events) => [
    ...events.filter((event) => !isError(event)),
    'data: [DONE]',
  ]),
  cut('ends a broken stream before its first event', () => []),
  cut('ends a broken stream after its first event', (events) => events.slice(0, 1)),
  cut('ends a broken stream after its second event', (events) => events.filter((event) => !isError(event)).slice(0, 2)),
  cut('sends the error of a stream as a comment', (events) =>
    events.map((event) => (isError(event) ? ': error' : event)),
  ),
  cut('sends the error event before the last chunks', (events) => [
    ...events.filter(isError),
    ...events.filter((event) => !isError(event)),
  ]),
  cut('sends a finish reason instead of the error event', (events) =>
    events.map((event) =>
      isError(event) ? 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}' : event,
    ),
  ),
  {
    name: 'closes the connection instead of sending the error event',
    rule: 'chat-cut-stream.error-event-last',
    level: 'controlled',
    only: ['chat-cut-stream.*', 'create-chat-completion.stream'],
    intercept: interceptResponses((response) => {
      const at = isEventStream(response) ? response.body.indexOf('event: error') : -1;
      return at < 0 ? response : { ...response, body: response.body.slice(0, at), truncated: true };
    }),
  },
  {
    name: 'truncates the error event',
    rule: 'chat-cut-stream.error-event-last',
    level: 'controlled',
    only: ['chat-cut-stream.*', 'create-chat-completion.stream'],
    intercept: interceptResponses((response) => {
      const at = isEventStream(response) ? response.body.indexOf('event: error') : -1;
      return at < 0 ? response : { ...response, body: response.body.slice(0, at + 9) };
    }),
  },
  {
    name: 'ends a complete stream with an error event',
    rule: 'create-chat-completion.stream',
    level: 'paid',
    only: ['create-chat-completion.stream'],
    intercept: interceptEvents((events) => [...events, 'event: error\ndata: {"error":{"message":"closed"}}']),
  },
  {
    name: 'sends a stream without events',
    rule: 'create-chat-completion.stream',
    level: 'paid',
    only: ['create-chat-completion.stream', 'chat-*'],
    intercept: interceptEvents(() => []),
  },
  {
    name: 'sends events without blank lines between them',
    rule: 'create-chat-completion.stream',
    level: 'paid',
    only: ['create-chat-completion.stream', 'chat-*'],
    intercept: interceptResponses((response) =>
      isEventStream(response) ? { ...response, body: response.body.replaceAll('\n\n', ' ') } : response,
    ),
  },
  {
    name: 'does not settle streams',
    rule: 'chat-streams-a-completion.settled-once',
    level: 'controlled',
    only: ['chat-*'],
    alter: wrapHandlers(['create-chat-completion'], (serve, { services }) => async (call) => {
      const reply = await serve(call);
      if (!reply.stream || !call.claim) return reply;
      await services.payments.release(call.claim);
      return { ...reply, charge: 'settle', stream: reply.stream };
    }),
  },
  {
    name: 'settles a stream twice',
    rule: 'chat-streams-a-completion.settled-once',
    level: 'controlled',
    only: ['chat-*', 'payment.settled.*'],
    intercept:
      ({ services }) =>
      async (request, forward) => {
        const response = await forward(request);
        if (!isEventStream(response)) return response;
        const [last] = (await services.store.ledger.transfers()).slice(-1);
        if (!last) return response;
        const payment = {
          ...last,
          scheme: 'exact',
          nonce: `${last.txHash}-2`,
          validAfter: 0,
          validBefore: 2e10,
          proof: {},
        };
        await services.store.ledger.transfer(payment, `${last.txHash}2`, last.route, services.clock.now());
        return response;
      },
  },
]);
