/** Stories that come out otherwise: the last result that an expectation is read off is another one. */

import type { Expression, Scenario, Step } from '#conformance/contract.ts';
import { wordsOf } from '#conformance/http/words.ts';
import { fieldsOf, isFields } from '#conformance/json.ts';
import { partsOf, readsName } from '#conformance/oracle/reads.ts';
import { stepsNeeded } from '#conformance/scenario/needed.ts';
import { toTransfer } from '#gateway/control/calls.ts';
import type { Parts } from '#gateway/start.ts';
import type { Answer } from '#runtime/http/request.ts';
import type { Transfer } from '#runtime/store/ledger.ts';
import { altering, jsonOf, type Occasion, withJson } from './answer.ts';
import { holds, type Realisation, type Side } from './pair.ts';
import { variations } from './variations.ts';

/** Breaks each expectation that the wrong contract lacks. */
export const realiseStories: Realisation = (given, { right, wrong }) =>
  right.contract.scenarios.reduce((parts, story) => {
    const kept = wrong.contract.scenarios.find(({ id }) => id === story.id)?.expects ?? [];
    const gone = story.expects.filter((each) => !kept.includes(each));
    return gone.reduce((altered, expected) => spoiled(altered, right, story, expected), parts);
  }, given);

type Expectation = Scenario['expects'][number];

/** One telling of a story, as far as its calls have come in; another may begin before it ends. */
interface Telling {
  readonly results: Readonly<Record<string, unknown>>;
  /** Index of the step that comes next. */
  readonly next: number;
}

/** A kind of result: which steps have it, how formulas read it, and what could be in its place. */
interface Result<T> {
  readonly isOf: (step: Step) => boolean;
  readonly read: (result: T) => unknown;
  readonly others: (result: T, earlier: readonly unknown[]) => Iterable<T>;
}

function spoiled(given: Parts, right: Side, story: Scenario, expected: Expectation): Parts {
  const { must } = expected;
  // A result that only a condition reads comes out as it should.
  const end = story.steps.findLastIndex(({ as: name }) => name !== undefined && readsName(must.tree, name));
  const steps = stepsNeeded({ ...story, steps: story.steps.slice(0, end + 1) }, (id) => id === expected.id).filter(
    ({ call, ledger }) => call !== undefined || ledger === true,
  );
  const begun: Telling = { results: {}, next: 0 };
  let tellings: readonly Telling[] = [];

  /** Gives a result to the tellings that wait for it; the youngest of those that end with it gets another one. */
  function told<T>(result: T, { isOf, read, others }: Result<T>): T {
    const waiting = tellings.map((telling) => ({ telling, index: nextOf(telling, isOf) }));
    const last = waiting.findLast(({ index }) => index === steps.length - 1);
    tellings = [
      ...waiting.map(({ telling, index }) => (index < 0 ? telling : continued(telling, index, read(result)))),
      ...(steps[0] && isOf(steps[0]) ? [continued(begun, 0, read(result))] : []),
    ];
    const ended = last?.telling ?? (steps.length === 1 && steps[0] && isOf(steps[0]) ? begun : undefined);
    if (!ended) return result;
    const earlier = Object.values(ended.results);
    // Better an expectation that is not met than one that reads what is not there.
    for (const met of [false, undefined])
      for (const other of others(result, earlier)) if (outcome(ended, read(other)) === met) return other;
    return result;
  }

  /** Of a call that is repeated, or of looks at the ledgers of several wallets, another may come or the next step. */
  function nextOf({ next }: Telling, isOf: (step: Step) => boolean): number {
    const first = steps[next - 1]?.ledger ? next - 1 : next;
    const furthest = steps[next]?.ledger || steps[next]?.times !== undefined ? next + 1 : next;
    return steps.findIndex((step, index) => index >= first && index <= furthest && isOf(step));
  }

  function continued({ results }: Telling, index: number, value: unknown): Telling {
    const { as: name, times } = steps[index] ?? {};
    if (times === undefined)
      return { results: name === undefined ? results : { ...results, [name]: value }, next: index + 1 };
    const values = [...[results[name ?? ''] ?? []].flat(), value];
    return { results: { ...results, [name ?? '']: values }, next: values.length < times ? index : index + 1 };
  }

  /** Whether the expectation is met; true as well where it does not apply. */
  function outcome({ results }: Telling, value: unknown): boolean | undefined {
    const { as: name = '', times } = steps.at(-1) ?? {};
    const read = { ...results, [name]: times === undefined ? value : [value] };
    const { when } = expected;
    const { evaluator } = right;
    // What has not come yet may make the condition true.
    return (when && holds(evaluator, when, read) === false) || holds(evaluator, must, read);
  }

  const { ledger } = given.services.store;
  const transfers = ledger.transfers.bind(ledger);
  ledger.transfers = async (payer) =>
    told(await transfers(payer), {
      isOf: (step) => step.ledger === true,
      read: (list) => list.map(toTransfer),
      others: (list) => otherLedgers(list, payer),
    });

  const paid = new Set(right.contract.operations.filter(({ auth }) => /payment|wallet/.test(auth)).map(({ id }) => id));
  return altering(given, (answer, occasion) => {
    const id = occasion.route?.operation.id ?? '';
    const asks = paid.has(id) && asksForPayment(answer, occasion);
    return told(answer, {
      isOf: ({ call, pay }) => call === id && (pay === 'none' || !asks),
      read: bindingOf,
      others: (own, earlier) => otherAnswers(own, must.tree, earlier),
    });
  });
}

/** The body of a result that is one answer. */
const bodyOf = (result: unknown) => fieldsOf(result).body;

function asksForPayment({ status }: Answer, { call: { headers } }: Occasion): boolean {
  return status === 402 && headers['payment-signature'] === undefined && headers['x-payment'] === undefined;
}

/** An answer as the formulas of stories read it; of a stream nobody knows the events yet. */
function bindingOf(answer: Answer): Readonly<Record<string, unknown>> {
  const { status, headers, body, parts } = answer;
  const json = jsonOf(answer);
  const lower = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
  const text = wordsOf({ json, text: String(body ?? '') });
  return { status, headers: lower, body: json ?? null, text, ...(!parts && { events: [] }) };
}

/** Changes of one place that are tried, of lists in lists there would be thousands. */
const enough = 1000;

/** An earlier answer again, or one that differs in one thing: a place, a text too many, the status, the headers, all. */
function* otherAnswers(answer: Answer, tree: Expression, earlier: readonly unknown[]): Generator<Answer> {
  const [json, texts] = [jsonOf(answer), textsIn(tree)];
  for (const body of earlier.map(bodyOf).filter(isFields)) yield withJson(answer, body);
  for (const trail of json ? [...trailsIn(tree), []] : [])
    for (const body of variations(json, trail, texts).take(enough)) yield withJson(answer, body);
  for (const text of json ? texts : []) yield withJson(answer, { ...json, unknown_key: text.replaceAll('"', '') });
  for (const status of [200, 400, 402, 404, 500, ...numbersIn(tree)]) yield { ...answer, status };
  for (const name of Object.keys(answer.headers))
    for (const text of ['0', '999999', 'other']) yield { ...answer, headers: { ...answer.headers, [name]: text } };
  yield { ...answer, headers: {} };
  for (const { text } of earlier.map(fieldsOf)) if (typeof text === 'string') yield { ...answer, body: text };
  const empty = { headers: { 'Content-Type': 'application/json' }, body: '{}' };
  for (const status of [answer.status, 500]) yield { ...empty, status };
}

/** Ledgers in which a transfer is missing, is there twice, was made for nothing, or differs in one thing. */
function* otherLedgers(list: readonly Transfer[], payer = ''): Generator<readonly Transfer[]> {
  yield list.slice(0, -1);
  yield [];
  yield [...list, ...list.slice(-1)];
  const [payTo, asset, network, txHash, route] = ['', '', '', '0x', ''];
  yield [...list, { payer, payTo, amount: 1000n, asset, network, txHash, route, at: 0 }];
  yield list.map((each) => ({ ...each, amount: each.amount + 1n }));
  yield list.map((each) => ({ ...each, txHash: `${each.txHash}0` }));
}

/** Texts and names of fields that an expression looks for. */
function textsIn(tree: Expression): readonly string[] {
  const own = tree.op === 'string' ? [tree.value] : tree.op === 'has' ? [tree.name] : [];
  return [...own, ...partsOf(tree).flatMap(textsIn)];
}

function numbersIn(tree: Expression): readonly number[] {
  return tree.op === 'number' ? [Number(tree.value)] : partsOf(tree).flatMap(numbersIn);
}

/** Names down to each place of a body that an expression reads. */
function trailsIn(tree: Expression): readonly (readonly string[])[] {
  const trail = trailOf(tree);
  return trail ? [trail] : partsOf(tree).flatMap(trailsIn);
}

function trailOf(tree: Expression): readonly string[] | undefined {
  if (tree.op !== 'field' && tree.op !== 'has') return undefined;
  if (tree.of.op === 'variable') return tree.name === 'body' ? [] : undefined;
  const outer = trailOf(tree.of);
  return outer && [...outer, tree.name];
}
