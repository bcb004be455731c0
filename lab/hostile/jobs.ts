import type { WireAnswer } from '../toolkit/front.ts';
import {
  type Attack,
  type AttackContext,
  bodyOf,
  type Described,
  decoded,
  encoded,
  family,
  paymentOf,
  withBody,
  withHeaders,
} from './attack.ts';

type Json = Readonly<Record<string, unknown>>;

const keyOf = (pointer: string | undefined) => (pointer ?? '').slice(1);

/** An attack that changes what polls are answered; `change` gets the body of a poll that the honest gateway answers. */
function polling(
  name: string,
  what: string,
  against: readonly string[],
  change: (body: Json, context: AttackContext, answer: WireAnswer) => WireAnswer,
  more: Partial<Described> = {},
): Described {
  return {
    name,
    what,
    against,
    ...more,
    async play(call, send, context) {
      const answer = await send(call);
      if (!context.polls || answer.status === 402) return answer;
      return change(bodyOf(answer), context, answer);
    },
  };
}

/** An attack that changes the answer to the order. */
function ordering(
  name: string,
  what: string,
  against: readonly string[],
  pollUrl: (context: AttackContext, told: string) => string,
): Described {
  return {
    name,
    what,
    against,
    async play(call, send, context) {
      const answer = await send(call);
      if (answer.status !== 202 || context.polls) return answer;
      const body = bodyOf(answer);
      return withBody(answer, { ...body, poll_url: pollUrl(context, String(body.poll_url)) });
    },
  };
}

const waiting = (body: Json, { sampleCall }: AttackContext, state: string, answer: WireAnswer) =>
  withBody({ ...answer, status: 202 }, { ...body, [keyOf(sampleCall.reads?.state)]: state, data: undefined });

/** Jobs that are not the one that was ordered, or that cannot have gone so. */
export const jobs: readonly Attack[] = family({ callKind: 'job', pays: ['x402', 'bearer'], signs: 2 }, [
  ordering(
    'poll-elsewhere',
    'sends the client to another host for its result',
    ['media-0067'],
    ({ elsewhere }, told) => `${elsewhere}${told}`,
  ),
  ordering(
    'poll-elsewhere-without-scheme',
    'writes another host so that it looks like a path',
    ['media-0067'],
    ({ elsewhere }, told) => `${elsewhere.replace('http:', '')}${told}`,
  ),
  polling(
    'job-of-another',
    'answers the poll of a job with the state of another one',
    ['media-0073'],
    (body, context, answer) =>
      waiting(
        { ...body, [keyOf(context.sampleCall.reads?.id)]: 'job-of-another' },
        context,
        context.sampleCall.waits?.at(-1) ?? '',
        answer,
      ),
  ),
  polling(
    'result-of-another',
    'answers the poll of a job with the result of another one',
    ['media-0079', 'media-0084'],
    (body, context, answer) =>
      answer.status === 200
        ? withBody(answer, { ...body, [keyOf(context.sampleCall.reads?.id)]: 'job-of-another' })
        : answer,
  ),
  polling(
    'job-going-backwards',
    'tells that a job begins again',
    ['media-0305', 'media-0306'],
    (body, context, answer) => {
      const { waits = [] } = context.sampleCall;
      return waiting(body, context, waits[context.calls % 2 === 0 ? waits.length - 1 : 0] ?? '', answer);
    },
  ),
  polling('job-in-no-state', 'tells a state that no job has', ['media-0075'], (body, context, answer) =>
    waiting(body, context, 'almost_done', answer),
  ),
  polling('job-without-end', 'never finishes a job', ['media-0311', 'media-1205'], (body, context, answer) =>
    waiting(body, context, context.sampleCall.waits?.at(-1) ?? '', answer),
  ),
  polling(
    'failure-that-is-charged',
    'charges for a job that failed',
    ['media-0070', 'media-0089'],
    (body, { sampleCall }, answer) => {
      if (answer.status !== 200) return answer;
      return withBody(answer, {
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
    (_, __, answer) =>
      withHeaders(answer, {
        'payment-response': undefined,
        'x-payment-response': undefined,
        'x-payment-receipt': undefined,
      }),
    { pays: ['x402'] },
  ),
  {
    name: 'poll-at-a-price',
    what: 'asks ten times the price of the job for its result',
    against: ['media-0343', 'core-270'],
    pays: ['x402'],
    async play(call, send, context) {
      if (!context.polls) return send(call);
      const { 'payment-signature': _, 'x-payment': __, ...rest } = call.headers;
      const answer = await send({ ...call, headers: rest });
      if (answer.status !== 402) return answer;
      const dear = (told: Json) => ({
        ...told,
        accepts: (Array.isArray(told.accepts) ? told.accepts : []).map((offer) => ({
          ...offer,
          amount: `${offer.amount}0`,
        })),
      });
      const told = encoded(dear(decoded(answer.headers['payment-required'])));
      return withHeaders(withBody(answer, dear(bodyOf(answer))), {
        'payment-required': told,
        'x-payment-required': told,
      });
    },
  },
  {
    name: 'signature-for-every-poll',
    what: 'wants a fresh signature for every poll, each of which it could settle',
    against: ['media-0307', 'media-0343'],
    pays: ['x402'],
    async play(call, send, context) {
      if (!context.polls || paymentOf(call) === undefined) return send(call);
      const { 'payment-signature': _, 'x-payment': __, ...rest } = call.headers;
      const again = await send({ ...call, headers: rest });
      // Now and then it answers, so that clients go on.
      return context.calls % 2 === 0
        ? again
        : send(call).then((answer) => waiting(bodyOf(answer), context, context.sampleCall.waits?.at(-1) ?? '', answer));
    },
  },
]);
