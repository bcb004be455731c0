/** Handlers that answer with an example of their response, or with a value made from its schema. */

import type { Call, Handler, Reply, StreamEvent } from '@tollwright/runtime/operation/handler';
import { obey } from '@tollwright/runtime/upstream/direct';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import { refusalFor } from '@tollwright/runtime/upstream/pass-through';
import type { Contract, JsonSchema, Operation, Response } from '#conformance/contract/contract.ts';
import { pageOf } from './pages.ts';
import type { MakeValue } from './value.ts';

/** The header that says that an answer is made up. */
export const simulatedHeader = { 'tollwright-simulated': 'true' } as const;

/** Events of a simulated stream. */
const streamLength = 3;

/** The handler of an operation that has no jobs. It obeys what a control API scripts for the upstream. */
export function answering(operation: Operation, contract: Contract, make: MakeValue): Handler {
  return async (call: Call) => {
    await directed(call, operation, contract);
    const { stream } = operation;
    if (stream && call.route.operation.streams?.(inputOf(call)))
      return { status: 200, headers: simulatedHeader, stream: eventsOf(stream, make) };
    const response = responseOf(operation);
    if (operation.pages && response?.schema) {
      const query: Readonly<Record<string, unknown>> = Object(call.query);
      return {
        status: response.http,
        body: pageOf(operation.pages, response.schema, query, make),
        headers: simulatedHeader,
      };
    }
    return { ...replyOf(response, make, call.wanted), headers: simulatedHeader };
  };
}

/** The input of a call, as the functions of its own route take it. */
function inputOf(call: Call): { request: never; query: never; params: never } {
  return call as unknown as { request: never; query: never; params: never };
}

/** Carries out what a control API has scripted; throws the error of the operation for a refusal of the provider. */
async function directed(
  call: Pick<Call, 'signal' | 'scripted'>,
  operation: Operation,
  contract: Contract,
): Promise<void> {
  try {
    const direction = await obey(call.scripted(), call.signal);
    if (direction?.outcome === 'cut') throw new UpstreamFailure('failed', 'The answer of the provider is incomplete.');
  } catch (error) {
    throw refusalFor(error, refusedBy(operation, contract));
  }
}

/** The errors of an operation that a refusal of its provider causes, by the status of the refusal. */
export function refusedBy({ errors: own }: Operation, { errors }: Contract): Readonly<Record<number, string>> {
  const refusals = own.filter((id) => errors[id]?.provoke?.upstream === 'reject');
  return Object.fromEntries(refusals.map((id) => [errors[id]?.http ?? 0, id]));
}

/** The response of an operation that succeeds. */
export function responseOf({ responses }: Operation): Response | undefined {
  return responses.find(({ http }) => http >= 200 && http < 300) ?? responses[0];
}

function replyOf(response: Response | undefined, make: MakeValue, wanted?: string): Reply {
  const { http: status = 204, schema, contentType: usual = 'application/json' } = response ?? {};
  const contentType = wanted ?? usual;
  if (/^application\/([\w.-]+\+)?json\b/i.test(contentType)) {
    if (!schema) return { status, bytes: { contentType, value: new Uint8Array() } };
    const body = make(schema, 1);
    if (body === undefined) throw new UpstreamFailure('unconfigured', 'No value of the response can be made up.');
    return { status, body };
  }
  return { status, bytes: { contentType, value: new TextEncoder().encode('A simulated answer.') } };
}

async function* eventsOf(
  { events, done }: NonNullable<Operation['stream']>,
  make: MakeValue,
): AsyncGenerator<StreamEvent> {
  for (let index = 0; index < streamLength; index += 1) yield { data: dataOf(events, make, index) };
  if (done !== undefined) yield { data: done };
}

function dataOf(events: JsonSchema | undefined, make: MakeValue, index: number): unknown {
  return (events && make(events, index + 1)) ?? { simulated: index };
}
