/** Single sentences that a provider breaks: a value that is refused, a field that is missing, a price that is asked for. */

import { errors } from '#generated/errors.ts';
import { interceptResponses, type Interception } from '../toolkit/interceptors.ts';
import { jsonBody, type Message, objectsIn, parseBody, parseJson } from '../toolkit/messages.ts';
import { otherPaymentHeader } from '../toolkit/payment-headers.ts';
import type { WireRequest, WireResponse } from '../toolkit/proxy.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';

/** Answers the requests that `isMeant` in the place of the gateway. */
const answering =
  (status: number, body: Message, isMeant: (request: WireRequest) => boolean): Interception =>
  () =>
  async (request, forward) =>
    isMeant(request)
      ? { status, headers: { 'content-type': 'application/json' }, body: jsonBody(body) }
      : forward(request);

/** Refuses requests to a path whose body or query matches. */
const refusing = (path: string, expression: RegExp): Interception =>
  answering(
    400,
    { ...errors['invalid-media-body']?.body, details: [{ message: 'not accepted' }] },
    ({ url, body }) => url.includes(path) && expression.test(`${decodeURIComponent(url)}\n${body}`),
  );

/** Changes the JSON of the successes of a path; `sent` is the body of the request. */
const changing = (path: string, change: (body: Message, sent: Message) => unknown): Interception =>
  interceptResponses((response, request) => {
    const body = request.url.includes(path) && response.status < 300 ? parseBody(response) : undefined;
    return body ? { ...response, body: jsonBody(change(body, Object(parseJson(request.body)))) } : response;
  });

/** Changes the text of the successes of a path. */
const rewriting = (path: string, change: (text: string) => string): Interception =>
  interceptResponses((response: WireResponse, { url }) =>
    url.includes(path) && response.status < 300 ? { ...response, body: change(response.body) } : response,
  );

/** Creates a sandbox with something in its configuration that sandboxes do not have. */
const granting =
  (key: string): Interception =>
  () =>
  async (request, forward) => {
    const body = request.url.endsWith('/sandbox/create') ? parseBody(request) : undefined;
    if (body?.[key] === undefined) return forward(request);
    const { [key]: wanted, ...others } = body;
    const response = await forward({ ...request, body: jsonBody(others) });
    const made = response.status === 200 ? parseBody(response) : undefined;
    return made
      ? { ...response, body: jsonBody({ ...made, config: { ...Object(made.config), [key]: wanted } }) }
      : response;
  };

/** Changes the JSON of requests to a path. */
const reading =
  (path: string, change: (body: Message) => Message): Interception =>
  () =>
  (request, forward) => {
    const body = request.url.endsWith(path) ? parseBody(request) : undefined;
    return forward(body ? { ...request, body: jsonBody(change(body)) } : request);
  };

/** Adds a path to the description. */
const describing = (path: string): Interception =>
  changing('/openapi.json', (body) => ({ ...body, paths: { ...Object(body.paths), [path]: { post: {} } } }));

/** Answers polls that it would refuse as it answered the last good one of the same path. */
const remembering: Interception = () => {
  const kept = new Map<string, WireResponse>();
  return async (request, forward) => {
    const response = await forward(request);
    const path = request.url.split('?')[0] ?? '';
    if (response.status < 400 && request.method === 'GET') kept.set(path, response);
    return response.status === 400 ? (kept.get(path) ?? response) : response;
  };
};

/** A price that a free operation asks for. */
const asked = { error: 'Buy this call', price: { amount: '0.001', currency: 'USD' } };

const paid = { level: 'paid' } as const;
const controlled = { level: 'controlled' } as const;
/** Some paths hold names that only a target file gives. */
const everywhere = { everywhere: true } as const;

const fault = (
  name: string,
  rule: string,
  intercept: Interception,
  more: Partial<FaultDefinition> = {},
): FaultDefinition => ({ name, rule, only: [`${rule.slice(0, rule.lastIndexOf('.'))}.*`], intercept, ...more });

/** Breaks of one sentence each. */
export const sentences = defineFaults('sentences', [
  fault(
    'does not list the voice that it uses by default',
    'voices-default.listed',
    rewriting('/audio/voices', (text) => text.replaceAll(/sarah/gi, 'nobody')),
  ),
  fault('refuses lyrics without a choice of vocals', 'music-lyrics-by-default.taken', refusing('/audio/', /"lyrics"/)),
  fault(
    'refuses the longest music',
    'music-lyrics-by-default.durations',
    refusing('/audio/', /"duration_seconds":240/),
  ),
  fault(
    'has bars without a low',
    'market-bars.complete',
    rewriting('/history/', (text) => text.replaceAll('"low"', '"bottom"')),
    paid,
  ),
  fault(
    'returns another end of a lease than it keeps',
    'number-renewed.as-listed',
    changing('/numbers/renew', (body) => ({ ...body, expires_at: '2099-01-01T00:00:00Z' })),
    controlled,
  ),
  fault(
    'joins provider and model of an image with a colon',
    'image-catalog-listed.ids',
    rewriting('/images/models', (text) => text.replaceAll('/img-', ':img-')),
    everywhere,
  ),
  fault(
    'names the first wrong field of an image only',
    'image-invalid-details.each',
    interceptResponses((response, { url }) => {
      const body = url.includes('/images/') && response.status === 400 ? parseBody(response) : undefined;
      return body
        ? { ...response, body: jsonBody({ ...body, details: objectsIn(body.details).slice(0, 1) }) }
        : response;
    }),
    paid,
  ),
  fault(
    'sells swap quotes',
    'swap-free.unpriced',
    answering(402, asked, ({ url }) => url.endsWith('/swap/quote')),
    everywhere,
  ),
  fault(
    'asks for money for the list of voices',
    'payment.free.no-challenge',
    answering(402, asked, ({ url }) => url.endsWith('/audio/voices')),
  ),
  fault('refuses several coins', 'defi-coins.listed', refusing('/prices/', /,/), everywhere),
  fault('prices a batch of five calls like one of four', 'rpc-batch.per-element-of-five', () => (request, forward) => {
    const calls = request.url.includes('/rpc/') ? parseJson(request.body) : undefined;
    return forward(
      Array.isArray(calls) && calls.length > 4 ? { ...request, body: jsonBody(calls.slice(0, 4)) } : request,
    );
  }),
  fault('does not take calls of contracts', 'rpc-batch.whatever-method', refusing('/rpc/', /"eth_call"/)),
  fault('gives a sandbox the GPU that it was asked for', 'sandbox-plain.no-gpu', granting('gpu'), {
    ...paid,
    ...everywhere,
  }),
  fault('runs set-up commands', 'sandbox-plain.no-commands', granting('setup_commands'), { ...paid, ...everywhere }),
  fault(
    'refuses more than a hundred users',
    'lookup-of-many.taken',
    refusing('/users/lookup', /"user101"/),
    everywhere,
  ),
  fault(
    'serves the sports markets',
    'prediction-sports-unavailable.refused',
    answering(200, { games: [] }, ({ url }) => url.includes('/pm/sports/')),
  ),
  fault(
    'cuts long tickers',
    'prediction-long-ticker.refused',
    () => (request, forward) => forward({ ...request, url: request.url.replace(/([?&]ticker=.{8})[^&]*/, '$1') }),
    { ...paid, ...everywhere },
  ),
  fault('refuses an event ticker', 'prediction-event-ticker.taken', refusing('/pm/', /[?&]event_ticker=/), everywhere),
  fault(
    'fails at a resolution that a model does not have',
    'video-reel-resolution.answered',
    answering(500, { ...errors['web-search-timeout']?.body }, ({ body }) => /vid-r".*1080p/.test(body)),
  ),
  fault(
    'settles a clip before it is mirrored',
    'video-job-as-requested.mirrored',
    changing('/videos/generations/', (body) => ({
      ...body,
      ...('data' in body && { data: objectsIn(body.data).map((clip) => ({ ...clip, backed_up: false })) }),
    })),
    controlled,
  ),
  fault(
    'gives the record of a call another id',
    'call-started.same-call',
    changing('/voice/call/', (body) => ({ ...body, call_id: `${body.call_id}-1` })),
    controlled,
  ),
  fault(
    'gives no hint to an enrollment that comes too early',
    'realface-refused.hint',
    interceptResponses((response) => {
      const body = response.status === 425 ? parseBody(response) : undefined;
      return body ? { ...response, body: jsonBody({ error: 'Too Early', group_status: body.group_status }) } : response;
    }),
    controlled,
  ),
  fault(
    'sends callers without a number to the list of numbers',
    'call-numbers.none',
    interceptResponses((response) => ({
      ...response,
      body: response.body.replaceAll('/numbers/buy', '/numbers/list'),
    })),
    controlled,
  ),
  fault(
    'sells orders beside the order books of venues',
    'http.unknown-path',
    answering(402, asked, ({ method, url }) => method === 'POST' && /\/pm\/[^/]+\/orders?$/.test(url)),
    everywhere,
  ),
  fault(
    'describes a path for orders',
    'discovery-without-orders-or-inbound-calls.no-orders',
    describing('/api/v1/pm/venue-a/orders'),
  ),
  fault(
    'describes a path for inbound calls',
    'discovery-without-orders-or-inbound-calls.no-inbound-calls',
    describing('/api/v1/voice/inbound'),
  ),
  fault(
    'begins histories ten days early',
    'market-history-span.within',
    () => (request, forward) =>
      forward({
        ...request,
        url: request.url.replace(/(?<=[?&]from=)\d+/, (from) => String(Number(from) - 864_000)),
      }),
    paid,
  ),
  fault('remembers which clip a poll was about', 'video-hand-built-poll.forged', remembering, {
    ...controlled,
    ...everywhere,
  }),
  fault(
    'does not know the listed symbols of one market',
    'catalog.symbols.priced',
    () => (request, forward) => forward({ ...request, url: request.url.replace(/(?<=\/stocks\/jp\/price\/)/, 'US-') }),
    { ...paid, ...everywhere },
  ),
  fault(
    'lists resources without metadata of version 2',
    'payment-manifest.metadata',
    changing('/.well-known/x402', ({ version, resources }) => ({ version, resources })),
  ),
  fault('takes any signature of a poll', 'video-poll-of-other-terms.references', remembering, {
    ...controlled,
    ...everywhere,
  }),
  fault(
    'sells web searches under any segment',
    'http.unknown-path',
    () => (request, forward) =>
      forward({
        ...request,
        url: request.url.replace(/^\/api\/v1\/[^/]+\/find-similar$/, '/api/v1/websearch/find-similar'),
      }),
    everywhere,
  ),
  fault(
    'runs commands without a sandbox in another one',
    'exec-in-sandbox.sandbox-id.required',
    reading('/sandbox/exec', (body) => ({ sandbox_id: 'sbx_default', ...body })),
    { ...controlled, ...everywhere },
  ),
  fault(
    'takes a size in two numbers',
    'generate-image.size.type',
    reading('/images/generations', ({ size, ...body }) => {
      const { width, height } = Object(size);
      return { ...body, ...(size !== undefined && { size: width === undefined ? size : `${width}x${height}` }) };
    }),
    paid,
  ),
  fault(
    'makes ten images wide where no size is given',
    'generate-image.size.default',
    reading('/images/generations', (body) =>
      body.n === 10 && body.size === undefined ? { ...body, size: '1536x1024' } : body,
    ),
    paid,
  ),
  fault(
    'opens one group for each name',
    'realface-names.taken',
    () => {
      const taken = new Set<string>();
      return async (request, forward) => {
        if (!request.url.endsWith('/realface/init') || !taken.has(request.body)) {
          taken.add(request.body);
          return forward(request);
        }
        const body = jsonBody({ error: 'Name taken' });
        return { status: 409, headers: { 'content-type': 'application/json' }, body };
      };
    },
    controlled,
  ),
  fault(
    'has bars of weeks without their highest price',
    'market-bars.complete',
    interceptResponses((response, { url }) =>
      url.includes('resolution=W') ? { ...response, body: response.body.replaceAll('"high"', '"peak"') } : response,
    ),
    paid,
  ),
  fault(
    'streams messages without a bound',
    'create-message.max-tokens.required',
    () => (request, forward) => {
      const body = request.url.endsWith('/messages') ? parseBody(request) : undefined;
      if (body?.stream !== true) return forward(request);
      return forward({ ...request, body: jsonBody({ max_tokens: 1024, ...body }) });
    },
    paid,
  ),
  fault(
    'gives no code to an invalid payment in the other header',
    'payment.rejected.signature',
    interceptResponses((response, { headers }) => {
      const body =
        headers[otherPaymentHeader] !== undefined && response.status === 402 ? parseBody(response) : undefined;
      return body ? { ...response, body: jsonBody({ ...body, code: undefined }) } : response;
    }),
    paid,
  ),
]);
