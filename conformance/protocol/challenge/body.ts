import { answerCacheOf } from '../../calls/answer-cache.ts';
import { readExactUsd } from '../../calls/challenge.ts';
import { firstFinding } from '../../calls/first-finding.ts';
import { isDue, type UnpaidChallenge, type UnpaidResponse, unpaidResponses } from '../../calls/unpaid.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import { fieldMismatch, isText, type RequiredField, valueMismatch } from '../../check/required-field.ts';
import type { Run } from '../../check/run.ts';
import { schemaMismatch } from '../../check/schema-mismatch.ts';
import { fieldsOf } from '../../common/json.ts';
import { spread } from '../../common/spread.ts';
import type { Operation } from '../../contract/operation.ts';
import { callKey, type Exchange, type Mismatch, type ReceivedResponse } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { answersOf } from '../../requests/observed.ts';
import { refusalsFor } from '../payment/refusals.ts';
import { type ChallengeRule, challengeCheck } from './rule.ts';

/** The responses to examples that other checks have called without payment, but those of a limit or a free quota: they cost no request. */
function calledByOthers(run: Run, operations: readonly Operation[]): readonly UnpaidResponse[] {
  return operations.flatMap((operation) => {
    const key = callKey(sampleOf(operation));
    const called = answersOf(run, operation).find(
      ({ invocation, exchange: { sent, received } }) =>
        !sent.payment &&
        received.status !== 429 &&
        !(run.contract.host.freeCalls && received.status < 300) &&
        callKey(invocation) === key,
    );
    return called ? [{ operation, invocation: called.invocation, exchange: called.exchange }] : [];
  });
}

/** Every paid operation returns 402 for a request without payment; it never requires a key or an account. */
const required: ProtocolCheck = {
  id: 'payment.challenge.required',
  again: true,
  async check(run) {
    const paid = run.contract.operations.filter(({ auth }) => auth === 'payment');
    const called = [...(await unpaidResponses(run)), ...calledByOthers(run, paid).filter((each) => isDue(run, each))];
    const responses = [...new Map(called.map((each) => [each.operation.id, each])).values()];
    const [first, ...others] = responses.filter(({ exchange }) => exchange.received.status !== 402);
    if (!first) return { verdict: 'pass', detail: `Paid operations called: ${responses.length}.` };
    const { status } = first.exchange.received;
    const more = others.map(({ operation, exchange }) => `, and ${operation.id} ${exchange.received.status}`).join('');
    return {
      verdict: 'fail',
      detail: `${first.operation.id} returned ${status} for a valid request without payment${more}.`,
      expected: 402,
      actual: status,
      exchange: first.exchange,
    };
  },
};

type FreeStatuses = NonNullable<Run['contract']['host']['payment']>['transport']['free'];

/** Free operations return no status of a refusal; those that may come with discovery metadata ask for no money. */
const freeWithoutChallenge: ProtocolCheck = {
  id: 'payment.free.no-challenge',
  again: true,
  async check(run) {
    const all = run.contract.operations.filter(({ auth }) => auth === 'none');
    const free = spread(all, 6 * run.samples);
    const may = run.contract.host.payment?.transport.free;
    if (free.length === 0 || !may) throw new NotTestable('open', 'This host has no free operation.');
    const finding =
      (await firstFinding(free, async (operation) =>
        refusalOf(run, may, operation, await answerCacheOf(run).send(sampleOf(operation))),
      )) ??
      calledByOthers(run, all)
        .values()
        .map(({ operation, exchange }) => refusalOf(run, may, operation, exchange))
        .find((each) => each !== undefined);
    return finding ?? { verdict: 'pass', detail: `Free operations called: ${free.length}.` };
  },
};

/** True for a response that asks for money; an operation that only describes others tells their prices. */
function isPriced({ responses }: Operation, { status, json }: ReceivedResponse, unpriced: readonly number[]): boolean {
  return unpriced.includes(status) && !responses.some(({ http }) => http === status) && priceIn(json) !== undefined;
}

/** The failure of a free operation that asks for money or credentials. */
function refusalOf(run: Run, may: FreeStatuses, operation: Operation, exchange: Exchange): Outcome | undefined {
  // Other checks have called it in other ways.
  const others = run.exchanges.filter(({ invocation }) => invocation.operation.id === operation.id);
  const answers = [exchange, ...others.map((each) => each.exchange)];
  const asking = answers.find(({ received }) => isPriced(operation, received, may.unpriced));
  if (asking) {
    const detail = `${operation.id} is free, but asks for a payment.`;
    const actual = priceIn(asking.received.json);
    return { verdict: 'fail', detail, expected: 'no price above 0', actual, exchange: asking };
  }
  const { status } = exchange.received;
  if (!may.never.includes(status)) return undefined;
  return {
    verdict: 'fail',
    detail: `${operation.id} is free, but a request without payment and credentials was refused.`,
    expected: `a status other than ${may.never.join(', ')}`,
    actual: status,
    exchange,
  };
}

/** The price above 0 that a body asks for; `undefined` where it asks for none. */
function priceIn(json: unknown): unknown {
  const { price, accepts } = fieldsOf(json);
  const offers = Array.isArray(accepts) ? accepts : [];
  const amounts = [fieldsOf(price).amount, ...offers.map((offer) => fieldsOf(offer).amount)];
  return amounts.find((amount) => Number(amount) > 0);
}

/** The fields of a challenge besides its offers, by the rule that requires them. */
const fields: Readonly<Record<string, readonly RequiredField[]>> = {
  // A challenge names what is sold.
  'payment.challenge.resource': [
    { at: '/resource/url', accepts: isText, detail: 'resource.url is missing or empty.', expected: 'a URL' },
  ],
  // A challenge has a message for people.
  'payment.challenge.message': [
    { at: '/message', accepts: isText, detail: 'message is missing or empty.', expected: 'a string' },
  ],
  // A challenge has a price with an amount and a currency.
  'payment.challenge.price': [
    {
      at: '/price/amount',
      accepts: (value) => readExactUsd(value) !== undefined,
      detail: 'price.amount is missing or not a decimal.',
      expected: 'a decimal amount',
    },
    { at: '/price/currency', accepts: isText, detail: 'price.currency is missing or empty.', expected: 'a currency' },
  ],
};

/** The fields of the summary of a payment. */
const summary: readonly RequiredField[] = [
  ...['network', 'asset'].map((name) => ({
    at: `/paymentInfo/${name}`,
    accepts: isText,
    detail: `paymentInfo.${name} is missing or empty.`,
    expected: 'a string',
  })),
  {
    at: '/paymentInfo/x402Version',
    accepts: (value) => Number(value) > 0,
    detail: 'paymentInfo.x402Version is missing or not a positive number.',
    expected: 'a version number',
  },
];

/** Rules about the body that compare it with the specification or with the offers. */
const agreements: readonly ChallengeRule[] = [
  // Challenges use the version of the protocol that the host has.
  {
    id: 'payment.challenge.version',
    judge: ({ body, run }) => {
      const expected = run.contract.host.payment?.version;
      return valueMismatch(body, '/x402Version', expected, `x402Version is not ${expected}.`);
    },
  },
  // The error text tells a challenge from a failed payment.
  {
    id: 'payment.challenge.error',
    judge: ({ body, run }) => {
      const [{ error } = { error: undefined }] = refusalsFor(run, ['missing']);
      if (error === undefined) throw new NotTestable('open', 'The specification states no error text of a challenge.');
      return valueMismatch(body, '/error', error, 'error does not match.');
    },
  },
  // A challenge has a summary of its payment: network, asset and protocol version.
  {
    id: 'payment.challenge.payment-info',
    judge: (challenge) => fieldMismatch(summary, challenge.body) ?? networkMismatch(challenge),
  },
  // Some operations explain their price in the challenge, or say which resource it is for.
  {
    id: 'payment.challenge.extras',
    judge: ({ body, operation, run }) => {
      const schema = operation.payment?.challenge;
      return schema && schemaMismatch(run, schema, body);
    },
  },
];

/** The documents do not state how a summary names its network, but it may not give the id of another network. */
function networkMismatch({ body, offers }: UnpaidChallenge): Mismatch | undefined {
  const { network } = fieldsOf(body.paymentInfo);
  const offered = offers.map((offer) => offer.network);
  if (!isChainId(network) || !offered.some(isChainId) || offered.includes(network)) return undefined;
  return {
    detail: 'paymentInfo.network is the id of a network that no offer is on.',
    at: '/paymentInfo/network',
    expected: offered.join(' or '),
    actual: network,
  };
}

/** True for the id of a chain (CAIP-2), such as `eip155:8453`. */
function isChainId(value: unknown): boolean {
  return typeof value === 'string' && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(value);
}

/** The checks of which operations return a challenge, and of its body. */
export const bodyChecks: readonly ProtocolCheck[] = [
  required,
  freeWithoutChallenge,
  ...Object.entries(fields).map(([id, ofRule]) =>
    challengeCheck({ id, judge: ({ body }) => fieldMismatch(ofRule, body) }),
  ),
  ...agreements.map(challengeCheck),
];
