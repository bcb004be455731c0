import { Problem } from '@tollwright/runtime/problem';
import { wrapHandlers } from '../toolkit/handlers.ts';
import { interceptHeaders, interceptJson, interceptRequests, interceptResponses } from '../toolkit/interceptors.ts';
import { parseJson } from '../toolkit/json.ts';
import { jsonBody, parseBody } from '../toolkit/messages.ts';
import { defineFaults } from './fault.ts';

/** Repairs bodies as lenient parsers do. */
const repaired = (change: (body: string) => string) =>
  interceptRequests((request) => ({ ...request, body: change(request.body) }));

/** Refusals that say something else than what is wrong, and bodies that should have been refused. */
export const refusals = defineFaults('refusals', [
  {
    name: 'a refusal that names no field',
    rule: 'search.max-results.maximum',
    level: 'paid',
    only: ['search.*'],
    intercept: interceptJson(400, ({ error }) => ({ error })),
  },
  {
    name: 'a refusal that names the first wrong key alone',
    rule: 'phone-keys-listed.all',
    only: ['lookup-phone.*', 'phone-*'],
    intercept: interceptJson(400, ({ details, message: _message, ...body }) => ({
      ...body,
      details: Array.isArray(details) ? details.slice(0, 1) : details,
    })),
  },
  {
    name: 'a flex refusal without its code',
    host: 'account',
    rule: 'create-chat-completion.errors.flex-unsupported',
    level: 'paid',
    only: ['create-chat-completion.errors.*'],
    intercept: interceptJson(400, ({ code: _, ...body }) => body),
  },
  {
    name: 'a refusal that says 422',
    rule: 'generate-image.n.maximum',
    only: ['generate-image.*'],
    intercept: interceptResponses((response) => (response.status === 400 ? { ...response, status: 422 } : response)),
  },
  {
    name: 'a crash on a model that every object inherits',
    rule: 'generate-image.model.catalog',
    only: ['generate-image.*'],
    intercept: interceptResponses((response, request) =>
      /"model":"(constructor|toString|__proto__)"/.test(request.body) ? { ...response, status: 500 } : response,
    ),
  },
  {
    name: 'JSON with a comma too many',
    rule: 'http.not-json',
    only: ['http.not-json', 'generate-image.errors.*'],
    intercept: repaired((text) => text.replace(/,\s*}\s*$/, '}')),
  },
  {
    name: 'JSON with text after it',
    rule: 'http.not-json',
    only: ['http.not-json', 'generate-image.errors.*'],
    intercept: repaired((text) => text.replace(/}[^}"]*$/, '}')),
  },
  {
    name: 'JSON with comments',
    rule: 'http.not-json',
    only: ['http.not-json', 'generate-image.errors.*'],
    intercept: repaired((text) => text.replaceAll(/\/\*.*?\*\/|(?<!:)\/\/.*$/gm, '')),
  },
  {
    name: 'JSON in single quotes',
    rule: 'http.not-json',
    only: ['http.not-json', 'generate-image.errors.*'],
    intercept: repaired((text) => (/^\{\s*'/.test(text) ? text.replaceAll("'", '"') : text)),
  },
  {
    name: 'JSON that ends early and is mended',
    rule: 'http.not-json',
    only: ['http.not-json', 'generate-image.errors.*'],
    intercept: repaired((text) =>
      parseJson(text) === undefined && parseJson(`${text}}`) !== undefined ? `${text}}` : text,
    ),
  },
  {
    name: 'an empty body taken for an empty object',
    rule: 'http.not-json',
    only: ['http.not-json', 'generate-image.errors.*'],
    intercept: repaired((text) => (text.trim() === '' ? '{}' : text)),
  },
  {
    name: 'a payment refused with 400',
    rule: 'payment.rejected.signature',
    only: ['payment.rejected.*'],
    intercept: interceptResponses((response) =>
      parseBody(response)?.code === 'PAYMENT_INVALID' ? { ...response, status: 400 } : response,
    ),
  },
  {
    name: 'a refused payment answered with a challenge that says nothing of it',
    rule: 'payment.rejected.signature',
    only: ['payment.rejected.*'],
    intercept: interceptJson(402, ({ code: _code, ...body }) => ({ ...body, error: 'Payment Required' })),
  },
  {
    name: 'a wallet without funds told that its payment is invalid',
    rule: 'payment.rejected.unfunded',
    only: ['payment.rejected.*'],
    intercept: interceptJson(402, (body) =>
      body.code === 'PAYMENT_UNFUNDED' ? { ...body, code: 'PAYMENT_INVALID' } : body,
    ),
  },
  {
    name: 'a replay told that its payment is invalid',
    rule: 'payment.replay.claimed-once',
    level: 'paid',
    only: ['payment.*'],
    intercept: interceptJson(402, (body) =>
      body.code === 'PAYMENT_REPLAY' ? { ...body, code: 'PAYMENT_INVALID' } : body,
    ),
  },
  {
    name: 'a failed settlement told as a provider that failed',
    rule: 'payment.settlement.failed',
    level: 'controlled',
    only: ['payment.settlement.*'],
    intercept: interceptResponses((response) => {
      const body = parseBody(response);
      if (body?.error !== 'Payment settlement failed') return response;
      return { ...response, status: 502, body: jsonBody({ error: 'Upstream error' }) };
    }),
  },
  {
    name: 'a provider that failed told as a success without content',
    rule: 'search.errors.upstream-failed',
    level: 'controlled',
    only: ['search.errors.*', 'payment.failure.*'],
    intercept: interceptResponses((response) =>
      response.status === 502 ? { ...response, status: 200, body: '{"summary":"","citations":[]}' } : response,
    ),
  },
  {
    name: 'a provider without capacity told as one that failed',
    rule: 'search.errors.rate-limited',
    level: 'controlled',
    only: ['search.errors.*'],
    intercept: interceptResponses((response) => (response.status === 429 ? { ...response, status: 502 } : response)),
  },
  {
    name: 'a retry after that is a date',
    rule: 'search.errors.rate-limited',
    level: 'controlled',
    only: ['search.errors.*', 'capacity.*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status === 429) headers['retry-after'] = new Date(Date.UTC(2026, 10, 21)).toUTCString();
    }),
  },
  {
    name: 'a retry after in milliseconds',
    rule: 'capacity.header',
    level: 'controlled',
    only: ['search.errors.*', 'capacity.*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status === 429) headers['retry-after'] = `${headers['retry-after']}000`;
    }),
  },
  {
    name: 'a retry after of a minute whatever the provider said',
    rule: 'capacity.header',
    level: 'controlled',
    only: ['search.errors.*', 'capacity.*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status === 429) headers['retry-after'] = '60';
    }),
  },
  {
    name: 'a retry after of nothing where the provider said nothing',
    rule: 'capacity.default',
    level: 'controlled',
    only: ['search.errors.*', 'capacity.*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status === 429 && headers['retry-after'] === '60') headers['retry-after'] = '0';
    }),
  },
  {
    name: 'the capacity pool of the limit before',
    rule: 'capacity.source',
    level: 'controlled',
    only: ['search.errors.*', 'capacity.*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status === 429) headers['x-ratelimit-source'] = 'pool-0';
    }),
  },
  {
    name: 'a wrong password told before a missing job',
    rule: 'image-unknown-job.not-found',
    level: 'paid',
    only: ['image-*', 'poll-image.errors.*'],
    alter: wrapHandlers(['poll-image'], (serve) => async (call) => {
      try {
        return await serve(call);
      } catch (error) {
        if (error instanceof Problem && error.id === 'job-not-found') throw new Problem('payer-mismatch');
        throw error;
      }
    }),
  },
]);
