import type { Run } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import type { Expression, Operation } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';

/** A call, or else the operation's example, with every flag set that its streaming condition reads. */
export function streamed(
  run: Pick<Run, 'evaluator'>,
  operation: Operation,
  stream: NonNullable<Operation['stream']>,
  call: Invocation = sampleOf(operation),
): Invocation {
  const flags = Object.fromEntries([...fieldsRead(stream.when.tree)].map((name) => [name, true]));
  const invocation = { ...call, body: { ...fieldsOf(call.body), ...flags } };
  if (run.evaluator.holds(stream.when, { request: invocation.body ?? {} })) return invocation;
  throw new NotTestable('suite', `No request of ${operation.id} was found that satisfies ${stream.when.text}.`);
}

/** Names of the request fields that an expression reads. */
function fieldsRead(tree: Expression): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    const { op, of, name } = fieldsOf(node);
    if (op === 'field' && fieldsOf(of).name === 'request') names.add(String(name));
    for (const part of Array.isArray(node) ? node : Object.values(fieldsOf(node))) visit(part);
  };
  visit(tree);
  return names;
}
