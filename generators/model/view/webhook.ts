import type { WebhookSource } from '../../language/webhook.ts';
import { parseRoute } from '../path.ts';
import { provenanceOf } from '../provenance.ts';
import type { Located, Spec } from '../spec.ts';
import type { JsonSchema, Machine, Operation, SentWebhook, Webhook } from '../types.ts';
import type { ContractSchemas } from './schema.ts';

/** A webhook that a host only describes; `undefined` for one that its gateway sends. */
export function viewWebhook(
  { id, value: source }: Located<WebhookSource>,
  schemas: ContractSchemas,
): Webhook | undefined {
  return source.body === undefined ? undefined : { ...describe(id, source), body: schemas.use(source.body) };
}

/** The operations of a host with what its gateway sends for the jobs that they start. */
export function withWebhooks(
  spec: Spec,
  operations: readonly Operation[],
  machines: ReadonlyMap<string, Machine>,
  webhooks: readonly Located<WebhookSource>[],
): readonly Operation[] {
  return operations.map((operation) => {
    const sent = sentWebhooks(spec, operation, operations, machines, webhooks);
    return sent.length > 0 ? { ...operation, webhooks: sent } : operation;
  });
}

/** The webhooks that are sent for jobs that an operation starts. */
function sentWebhooks(
  spec: Spec,
  { id: create, machine: part }: Operation,
  operations: readonly Operation[],
  machines: ReadonlyMap<string, Machine>,
  webhooks: readonly Located<WebhookSource>[],
): readonly SentWebhook[] {
  const machine = part && machines.get(part.id);
  const [poll] = operations.filter((each) => each.machine?.id === machine?.id && each.machine?.role === 'poll');
  if (!machine || !poll) return [];
  const parameter = pollParameter(spec.get('operation', poll.id)?.value.http ?? '');
  return webhooks.flatMap(({ id, value: source }) => {
    const { operation, to, states } = source.send ?? {};
    if (operation !== create || to === undefined || states === undefined || parameter === undefined) return [];
    const body = inStates(poll, machine, states);
    return [{ ...describe(id, source), to, states, body, poll: { operation: poll.id, parameter } }];
  });
}

/** The parameter of the path of a poll that takes the id of the job: the last one. */
export function pollParameter(http: string): string | undefined {
  const route = parseRoute(http);
  return 'reason' in route ? undefined : route.names.at(-1);
}

/** The answer of a poll, narrowed to some states of its job. */
function inStates({ responses }: Operation, { reads }: Machine, states: readonly string[]): JsonSchema {
  const [, ...steps] = (reads.state ?? '/status').split('/');
  const narrowed = steps.reduceRight<JsonSchema>((inner, name) => ({ properties: { [name]: inner } }), {
    enum: [...states],
  });
  const answer = responses.find(({ http }) => http >= 200 && http < 300)?.schema;
  return answer ? { allOf: [narrowed, answer] } : narrowed;
}

function describe(id: string, source: WebhookSource) {
  const { summary, when } = source;
  return { id, summary, ...provenanceOf(source), ...(when !== undefined && { when }) };
}
