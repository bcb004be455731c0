import {
  decodeHeader,
  encodeJson,
  type JsonObject,
  parseBody,
  paymentOf,
  withHeaders,
  withJson,
  withoutPayment,
} from '../toolkit/messages.ts';
import { receiptHeaders, requirementHeaders, transactionHeader } from '../toolkit/payment-headers.ts';
import type { WireResponse } from '../toolkit/proxy.ts';
import { type Attack, type AttackContext, type AttackDefinition, defineAttacks } from './attack.ts';

const keyOf = (pointer: string | undefined) => (pointer ?? '').slice(1);

/** An attack that changes the responses to polls; `change` gets the body that the honest gateway returns. */
function polling(
  name: string,
  what: string,
  against: readonly string[],
  change: (body: JsonObject, context: AttackContext, response: WireResponse) => WireResponse,
  more: Partial<AttackDefinition> = {},
): AttackDefinition {
  return {
    name,
    what,
    against,
    ...more,
    async play(request, forward, context) {
      const response = await forward(request);
      if (!context.polls || response.status === 402) return response;
      return change(parseBody(response) ?? {}, context, response);
    },
  };
}

/** An attack that changes the response to the order. */
function ordering(
  name: string,
  what: string,
  against: readonly string[],
  pollUrl: (context: AttackContext, url: string) => string,
): AttackDefinition {
  return {
    name,
    what,
    against,
    async play(request, forward, context) {
      const response = await forward(request);
      if (response.status !== 202 || context.polls) return response;
      const body = parseBody(response) ?? {};
      return withJson(response, { ...body, poll_url: pollUrl(context, String(body.poll_url)) });
    },
  };
}

const waiting = (body: JsonObject, { sampleCall }: AttackContext, state: string, response: WireResponse) =>
  withJson({ ...response, status: 202 }, { ...body, [keyOf(sampleCall.reads?.state)]: state, data: undefined });

/** Jobs that are not the ordered one, or that change state in an impossible way. */
export const jobs: readonly Attack[] = defineAttacks({ callKind: 'job', pays: ['x402', 'bearer'], signs: 2 }, [
  ordering(
    'poll-elsewhere',
    'sends the client to another host for its result',
    ['media-0067'],
    ({ elsewhere }, url) => `${elsewhere}${url}`,
  ),
  ordering(
    'poll-elsewhere-without-scheme',
    'sends the client to another host by a URL without a scheme',
    ['media-0067'],
    ({ elsewhere }, url) => `${elsewhere.replace('http:', '')}${url}`,
  ),
  polling(
    'job-of-another',
    'responds to a poll with the state of another job',
    ['media-0073'],
    (body, context, response) =>
      waiting(
        { ...body, [keyOf(context.sampleCall.reads?.id)]: 'job-of-another' },
        context,
        context.sampleCall.waits?.at(-1) ?? '',
        response,
      ),
  ),
  polling(
    'result-of-another',
    'responds to a poll with the result of another job',
    ['media-0079', 'media-0084'],
    (body, context, response) =>
      response.status === 200
        ? withJson(response, { ...body, [keyOf(context.sampleCall.reads?.id)]: 'job-of-another' })
        : response,
  ),
  polling(
    'job-going-backwards',
    'reports that a job starts again',
    ['media-0305', 'media-0306'],
    (body, context, response) => {
      const { waits = [] } = context.sampleCall;
      return waiting(body, context, waits[context.calls % 2 === 0 ? waits.length - 1 : 0] ?? '', response);
    },
  ),
  polling('job-in-no-state', 'reports an unknown state of a job', ['media-0075'], (body, context, response) =>
    waiting(body, context, 'almost_done', response),
  ),
  polling('job-without-end', 'never finishes a job', ['media-0311', 'media-1205'], (body, context, response) =>
    waiting(body, context, context.sampleCall.waits?.at(-1) ?? '', response),
  ),
  polling(
    'failure-that-is-charged',
    'charges for a job that failed',
    ['media-0070', 'media-0089'],
    (body, { sampleCall }, response) => {
      if (response.status !== 200) return response;
      return withJson(response, {
        ...body,
        [keyOf(sampleCall.reads?.state)]: 'failed',
        payment_status: 'not_charged',
        error: 'Sorry.',
      });
    },
    { pays: ['x402'] },
  ),
  polling(
    'job-receipt-missing',
    'settles a job without a receipt',
    ['core-280', 'core-447'],
    (_, __, response) =>
      withHeaders(
        response,
        Object.fromEntries([...receiptHeaders, transactionHeader].map((name) => [name, undefined])),
      ),
    { pays: ['x402'] },
  ),
  {
    name: 'poll-at-a-price',
    what: 'requires ten times the price of the job for its result',
    against: ['media-0343', 'core-270'],
    pays: ['x402'],
    async play(request, forward, context) {
      if (!context.polls) return forward(request);
      const response = await forward(withoutPayment(request));
      if (response.status !== 402) return response;
      const raised = (challenge: JsonObject) => ({
        ...challenge,
        accepts: (Array.isArray(challenge.accepts) ? challenge.accepts : []).map((offer) => ({
          ...offer,
          amount: `${offer.amount}0`,
        })),
      });
      const header = encodeJson(raised(decodeHeader(response.headers[requirementHeaders[0] ?? ''])));
      const dearer = Object.fromEntries(requirementHeaders.map((name) => [name, header]));
      return withHeaders(withJson(response, raised(parseBody(response) ?? {})), dearer);
    },
  },
  {
    name: 'signature-for-every-poll',
    what: 'requires a fresh signature for every poll, each of which it could settle',
    against: ['media-0307', 'media-0343'],
    pays: ['x402'],
    async play(request, forward, context) {
      if (!context.polls || paymentOf(request) === undefined) return forward(request);
      const again = await forward(withoutPayment(request));
      // Now and then it answers, so that clients go on.
      return context.calls % 2 === 0
        ? again
        : forward(request).then((response) =>
            waiting(parseBody(response) ?? {}, context, context.sampleCall.waits?.at(-1) ?? '', response),
          );
    },
  },
]);
