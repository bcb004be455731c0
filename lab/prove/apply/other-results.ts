/** Wrong results for the steps of a scenario. */

import type { Answer } from '@tollwright/runtime/http/request';
import type { Transfer } from '@tollwright/runtime/store/ledger';
import { isObject } from '@tollwright/runtime/values/json';
import fc from 'fast-check';
import { matching } from '#conformance/arbitraries/text.ts';
import { fieldsOf } from '#conformance/common/json.ts';
import type { Expression } from '#conformance/contract/contract.ts';
import { partsOf } from '#conformance/oracle/reads.ts';
import { jsonOf, withJson } from './responses.ts';
import { variations } from './variations.ts';

/** Changes that are tried at one place; nested lists would have thousands. */
const maxChanges = 1000;

/** Yields earlier responses, then responses that differ in one value, in an added text, in the status, in headers, or in all, as a price does. */
export function* otherAnswers(answer: Answer, tree: Expression, earlier: readonly unknown[]): Generator<Answer> {
  const [json, texts] = [jsonOf(answer), textsIn(tree)];
  for (const body of earlier.map(bodyOf).filter(isObject)) yield withJson(answer, body);
  for (const trail of json ? [...trailsIn(tree), []] : [])
    for (const body of variations(json, trail, { names: texts }).take(maxChanges)) yield withJson(answer, body);
  for (const text of json ? texts : []) yield withJson(answer, { ...json, unknown_key: text.replaceAll('"', '') });
  for (const status of [200, 400, 402, 404, 500, ...numbersIn(tree)]) yield { ...answer, status };
  for (const name of Object.keys(answer.headers))
    for (const text of ['0', '999999', 'other']) yield { ...answer, headers: { ...answer.headers, [name]: text } };
  yield { ...answer, headers: {} };
  for (const { text } of earlier.map(fieldsOf)) if (typeof text === 'string') yield { ...answer, body: text };
  const empty = { headers: { 'Content-Type': 'application/json' }, body: '{}' };
  for (const status of [answer.status, 500]) yield { ...empty, status };
  yield { ...empty, status: 402, body: '{"price":{"amount":"1"}}' };
}

/** Yields ledgers in which a transfer is missing, repeated, added or different in one field. */
export function* otherLedgers(list: readonly Transfer[], payer = ''): Generator<readonly Transfer[]> {
  yield list.slice(0, -1);
  yield [];
  yield [...list, ...list.slice(-1)];
  const [payTo, asset, network, txHash, route] = ['', '', '', '0x', ''];
  yield [...list, { payer, payTo, amount: 1000n, asset, network, txHash, route, at: 0 }];
  yield list.map((each) => ({ ...each, amount: each.amount + 1n }));
  yield list.map((each) => ({ ...each, txHash: `${each.txHash}0` }));
}

/** The body of a result that is one answer. */
const bodyOf = (result: unknown) => fieldsOf(result).body;

/** Texts and names of fields that an expression looks for, and one text for each pattern. */
function textsIn(tree: Expression): readonly string[] {
  const own = tree.op === 'string' ? [tree.value] : tree.op === 'has' ? [tree.name] : [];
  return [...own, ...matched(tree), ...partsOf(tree).flatMap(textsIn)];
}

/** A text that matches the pattern of a call of `matches`. */
function matched(tree: Expression): readonly string[] {
  if (tree.op !== 'call' || tree.name !== 'matches') return [];
  const [, pattern] = tree.args;
  const texts = pattern?.op === 'string' ? matching(pattern.value) : undefined;
  return texts ? fc.sample(texts, { numRuns: 1, seed: 1 }) : [];
}

function numbersIn(tree: Expression): readonly number[] {
  return tree.op === 'number' ? [Number(tree.value)] : partsOf(tree).flatMap(numbersIn);
}

/** The path of each place in a body that an expression reads. */
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
