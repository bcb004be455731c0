import { formatUsd } from '@tollwright/runtime/money/usd';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { payeeOf } from '#gateway/payee.ts';
import type { SampleCall } from '#generated/hostile/sample-calls.ts';

/** The call that a client makes under attack. */
export interface Task {
  readonly sampleCall: SampleCall;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** USD that the call costs; absent where it is free or charged by what it used. */
  readonly price?: string;
  readonly payTo: string;
}

/** The task of one kind of call; `undefined` where the host has no such call. */
export function taskOf(
  host: HostDefinition,
  sampleCalls: readonly SampleCall[],
  kind: SampleCall['kind'],
): Task | undefined {
  const sampleCall = sampleCalls.find((each) => each.kind === kind && each.hosts.includes(host.id));
  const route = host.routes.find(({ operation }) => operation.id === sampleCall?.operation);
  if (!sampleCall || !route) return undefined;
  const { body } = sampleCall.parts;
  const checked = route.operation.body?.(body);
  // The example passed the validator whose schema the price is made for.
  const input = { request: checked?.ok ? checked.value : body, query: {}, params: {} } as never;
  const quote = route.quote?.(input);
  return {
    sampleCall,
    method: route.operation.method,
    path: route.path,
    body,
    payTo: payeeOf(host),
    ...(quote && { price: formatUsd(quote.amount) }),
  };
}
