import { describe, expect, test } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import { sampleOf } from '../http/sample.ts';
import { labPayment } from '../testing/lab-contract.ts';
import { shopContract } from '../testing/shop-contract.ts';
import { createShopRun } from '../testing/shop-run.ts';
import { contractTransport } from '../testing/transport.ts';
import { constraintOf } from './constraint.ts';
import { judge, missingResponse, type Responses } from './judge.ts';
import { planMisses } from './plan-invalid.ts';
import { planBoundaries } from './plan-valid.ts';
import type { InvalidRequest, PlannedRequest, ValidRequest } from './planned.ts';

const { host, errors } = shopContract;
const refusal = errors['invalid-body'];
if (!refusal) throw new Error('The shop has no such error.');
const absent = 'no-such-print';
const run = createShopRun({
  level: 'controlled',
  contract: {
    ...shopContract,
    host: { ...host, payment: { ...labPayment, transport: contractTransport } },
    errors: { ...errors, [absent]: { ...refusal, id: absent, http: 404 } },
  },
});

const sample = sampleOf(run.operation('make-print'));

/** The call of an operation that looks a resource up. */
const lookUp = { ...sample, operation: { ...sample.operation, errors: [absent] } };

const common = { invocation: sample, example: sample, because: 'the table says so', payable: true };

const invalid: InvalidRequest = { ...common, valid: false, part: 'body', errors: [refusal], validatedFirst: false };

const valid: ValidRequest = { ...common, valid: true, siblings: [], shows: [], probe: sample };

/** A response, by its status; a challenge asks for 10 micro-USDC. */
function answer(status: number, headers: Readonly<Record<string, string>> = {}): Exchange {
  const json = status === 402 ? { accepts: [{ scheme: 'exact', amount: '10' }] } : {};
  const body = { rawHeaders: [], text: JSON.stringify(json), json, events: [], cut: false };
  return { sent: { method: 'POST', path: '/', headers: {} }, received: { status, headers, ...body } };
}

const served = answer(200);

const accepted = answer(402);

const refused = answer(400);

const gone = answer(404);

const limited = answer(429);

const tooLong = answer(414);

const charged = answer(400, { 'x-payment-receipt': '0x1' });

/** The verdict on responses, the name of the one that is missing, or the error that interrupts the check. */
function decided(request: PlannedRequest, responses: Responses): string {
  try {
    const missing = missingResponse(run, request, responses);
    return missing ? `needs ${missing}` : (judge(run, request, responses)?.verdict ?? 'as expected');
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

/** Verdicts by responses, with the properties of the request that differ. */
type Table<Request> = readonly (readonly [wanted: string, responses: Responses, change?: Partial<Request>])[];

function rowsOf<Request>(table: Table<Request>) {
  return table.map(([wanted, responses, change]) => ({ wanted, responses, change }));
}

describe('an invalid request', () => {
  const looked: Responses = { unpaid: accepted, unsettled: 'none', paid: gone, prepared: gone };
  const table: Table<InvalidRequest> = [
    ['needs example', { unpaid: refused }],
    ['as expected', { unpaid: refused, example: accepted }],
    ['UnexpectedResponse', { unpaid: refused, example: refused }],
    ['fail', { unpaid: refused, example: accepted }, { names: { name: 'copies', always: true } }],
    ['needs repeated', { unpaid: served }],
    ['fail', { unpaid: served, repeated: served }],
    ['UnexpectedResponse', { unpaid: served, repeated: refused }],
    ['needs repeated', { unpaid: accepted }, { validatedFirst: true }],
    ['not-testable', { unpaid: accepted }, { payable: false }],
    ['needs unsettled', { unpaid: accepted }],
    ['as expected', { unpaid: accepted, unsettled: refused }],
    ['fail', { unpaid: accepted, unsettled: charged }],
    ['needs paid', { unpaid: accepted, unsettled: 'none' }],
    ['as expected', { unpaid: accepted, unsettled: 'none', paid: refused }],
    ['fail', { unpaid: accepted, unsettled: 'none', paid: served }],
    ['fail', { unpaid: accepted, unsettled: 'none', paid: charged }],
    ['UnexpectedResponse', { unpaid: accepted, unsettled: 'none', paid: accepted }],
    ['not-testable', looked, { invocation: lookUp }],
    // What it does not name cannot be looked up.
    ['fail', looked, { invocation: { ...lookUp, body: {} } }],
    ['UnexpectedResponse', { unpaid: limited }],
    ['as expected', { unpaid: tooLong }],
  ];

  test.each(rowsOf(table))('$wanted: $responses $change', ({ wanted, responses, change }) => {
    expect(decided({ ...invalid, ...change }, responses)).toBe(wanted);
  });
});

describe('a valid request', () => {
  const table: Table<ValidRequest> = [
    ['as expected', { unpaid: accepted }, { payable: false }],
    ['needs probe', { unpaid: accepted }],
    ['as expected', { unpaid: accepted, probe: refused }],
    ['needs paid', { unpaid: accepted, probe: accepted }],
    ['as expected', { unpaid: accepted, probe: accepted, paid: served }],
    ['fail', { unpaid: accepted, probe: accepted, paid: refused }],
    ['needs siblings', { unpaid: refused }],
    ['needs example', { unpaid: refused, siblings: [] }],
    ['UnexpectedResponse', { unpaid: refused, siblings: [], example: refused }],
    ['needs repeated', { unpaid: refused, siblings: [], example: accepted }],
    ['UnexpectedResponse', { unpaid: refused, siblings: [], example: accepted, repeated: accepted }],
    ['needs exampleAgain', { unpaid: refused, siblings: [], example: accepted, repeated: refused }],
    ['fail', { unpaid: refused, siblings: [], example: accepted, repeated: refused, exampleAgain: accepted }],
    ['NotTestable', { unpaid: refused, siblings: [], example: accepted, repeated: refused, exampleAgain: gone }],
    // An accepted sibling shows that the refusal is about the field, whatever the example.
    ['fail', { unpaid: refused, siblings: [accepted], example: refused, repeated: refused }],
    ['UnexpectedResponse', { unpaid: limited }],
    ['as expected', { unpaid: tooLong }],
  ];

  test.each(rowsOf(table))('$wanted: $responses $change', ({ wanted, responses, change }) => {
    expect(decided({ ...valid, ...change }, responses)).toBe(wanted);
  });
});

describe('plans', () => {
  const constraints = shopContract.rules.flatMap((rule) => constraintOf(rule, run) ?? []);

  test('are the same each time, and send nothing', () => {
    expect(constraints.length).toBeGreaterThan(10);
    const planned = () => constraints.map((each) => [planBoundaries(each), planMisses(each)]);
    expect(planned()).toEqual(planned());
    expect(run.sent()).toBe(0);
  });

  test('break what they are to break, and nothing else', () => {
    for (const constraint of constraints) {
      const { requests } = constraint.context;
      expect(planBoundaries(constraint).filter(({ invocation }) => !requests.allows(invocation))).toEqual([]);
      expect(planMisses(constraint).filter(({ request }) => requests.fits(request.invocation))).toEqual([]);
    }
  });
});
