import { formatOf } from '../common/body-format.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { OperationSource } from '../language/operation.ts';
import type { WebhookSource } from '../language/webhook.ts';
import { selectable, serves } from '../model/hosts.ts';
import { at, type Located } from '../model/spec.ts';
import { pollParameter } from '../model/view/webhook.ts';
import { type Check, type CheckContext, refer } from './context.ts';

/** Checks that what is said to be sent can be: for a job, in states that end it, to an address that its call has. */
export const checkWebhooks: Check = (context) => {
  for (const webhook of context.spec.all('webhook').values()) {
    const { body, send } = webhook.value;
    if ((body === undefined) === (send === undefined)) context.diagnostics.report('webhook-body', webhook.name);
    if (send) checkSent(context, webhook, send);
  }
};

function checkSent(
  context: CheckContext,
  webhook: Located<WebhookSource>,
  { operation: id, to, states }: NonNullable<WebhookSource['send']>,
): void {
  const { spec, diagnostics } = context;
  refer(context, 'operation', id, webhook, ['send', 'operation']);
  const operation = spec.get('operation', id);
  if (!operation) return;
  if (!startsPolledJob(context, operation))
    diagnostics.report('webhook-operation', at(webhook, ['send', 'operation']), id);
  if (!hasAddress(context, operation.value, to)) diagnostics.report('webhook-address', at(webhook, ['send', 'to']), to);
  const machine = spec.get('machine', operation.value.machine?.id ?? '');
  const final = Object.entries(machine?.value.states ?? {}).flatMap(([name, state]) => (state.final ? [name] : []));
  for (const [index, state] of states.entries())
    if (machine && !final.includes(state)) {
      const place = at(webhook, ['send', 'states', index]);
      diagnostics.suggest('webhook-state', place, didYouMean(state, final), state, machine.id);
    }
}

/** True for an operation that starts a job which, on each of its hosts, one operation polls by an id in its path. */
function startsPolledJob({ spec }: CheckContext, create: Located<OperationSource>): boolean {
  const { machine } = create.value;
  if (machine?.role !== 'create') return false;
  const polls = [...spec.all('operation').values()].filter(
    ({ value }) => value.machine?.id === machine.id && value.machine.role === 'poll',
  );
  return selectable(spec).every((host) => {
    if (!serves(create, host)) return true;
    const [poll, ...others] = polls.filter((each) => serves(each, host));
    return poll !== undefined && others.length === 0 && pollParameter(poll.value.http) !== undefined;
  });
}

/** True for an operation whose JSON has a field with an address. */
function hasAddress({ spec }: CheckContext, { body }: OperationSource, field: string): boolean {
  if (!body || [body['content-type'] ?? []].flat().some((type) => formatOf(type) !== 'json')) return false;
  const schema = typeof body.schema === 'string' ? spec.get('schema', body.schema)?.value : body.schema;
  const { type, format } = schema?.properties?.[field] ?? {};
  return type === 'string' && format === 'uri';
}
