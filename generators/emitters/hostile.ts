import type { HostView, Operation } from '../model/types.ts';
import { printModule } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import { renderCode } from '../output/templating.ts';
import type { Emitter } from './emitter.ts';
import { literal } from './typescript/literal.ts';

/** Emits the calls that a client is asked to make against the hostile gateway: one of each kind for each host. */
export const hostile: Emitter = {
  name: 'hostile',
  emit: (model) => {
    const hosts = new Map<string, string[]>();
    for (const view of model.hosts) {
      for (const sampleCall of sampleCallsOf(view)) {
        const text = JSON.stringify(sampleCall);
        hosts.set(text, [...(hosts.get(text) ?? []), view.host.id]);
      }
    }
    const sampleCalls = [...hosts].map(([text, on]) => ({ ...JSON.parse(text), hosts: on }));
    const operations = sampleCalls.map(({ operation }) => `operation/${operation}`);
    const sources = sourcesOf(model, [...new Set(operations)].sort());
    const body = renderCode('sample-calls.ts', { sampleCalls: literal(sampleCalls) });
    return [printModule({ path: 'hostile/sample-calls.ts', emitter: 'hostile', sources }, [body])];
  },
};

function sampleCallsOf(view: HostView) {
  return [callOf(view), streamOf(view), jobOf(view), freeOf(view)].filter((sampleCall) => sampleCall !== undefined);
}

/** A call that returns its result at once, for a price quoted before. */
function callOf({ operations }: HostView) {
  const found = operations.find(
    (each) =>
      isPaid(each) && (each.payment?.settles ?? 'after-upstream') === 'after-upstream' && !each.stream && !each.machine,
  );
  return found && { kind: 'call', operation: found.id, parts: found.example };
}

function streamOf({ operations }: HostView) {
  for (const { id, stream, example } of operations.filter(isPaid)) {
    const { tree } = stream?.when ?? {};
    const flag =
      tree?.op === 'field' && tree.of.op === 'variable' && tree.of.name === 'request' ? tree.name : undefined;
    if (flag === undefined || typeof example.body !== 'object') continue;
    return { kind: 'stream', operation: id, parts: { body: { ...example.body, [flag]: true } } };
  }
  return undefined;
}

/** A call whose result is never ready at once, so that every one creates a job. */
function jobOf({ operations, machines }: HostView) {
  for (const create of operations.filter(isPaid)) {
    const { id, path, machine, example } = create;
    const poll = operations.find(
      (each) => each.machine?.role === 'poll' && each.machine.id === machine?.id && each.path.startsWith(`${path}/{`),
    );
    const { states = {}, reads } = machines[machine?.id ?? ''] ?? {};
    if (!poll || machine?.role !== 'create' || !isJobAlways(create)) continue;
    const waits = Object.keys(states).filter((state) => !states[state]?.final);
    return { kind: 'job', operation: id, parts: example, poll: poll.id, waits, reads };
  }
  return undefined;
}

/** True where nothing is returned inline: each response is a 202, or settles nothing by itself. */
function isJobAlways({ responses, payment }: Operation): boolean {
  return responses.every(({ http }) => http === 202) || payment?.settles === 'on-poll';
}

function freeOf({ operations }: HostView) {
  const found = operations.find(({ auth, method, closed, ...parts }) => {
    return auth === 'none' && method === 'GET' && !closed && hasBodyOnly(parts);
  });
  return found && { kind: 'free', operation: found.id, parts: {} };
}

function isPaid({ auth, method, closed, payers, irreversible, ...parts }: Operation): boolean {
  const paid = auth === 'payment' || auth === 'key';
  const isOpen = !closed && !payers && !irreversible;
  return paid && method === 'POST' && isOpen && hasBodyOnly(parts) && parts.body?.status === 'stated';
}

function hasBodyOnly({ params, query, headers }: Pick<Operation, 'params' | 'query' | 'headers'>): boolean {
  return !params && !query && !headers;
}
