/** Serves operations without a handler from the specification alone. */

import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EventReceiver, EventReceivers } from '@tollwright/runtime/control/events';
import type { JobMachine } from '@tollwright/runtime/jobs/step';
import type { Call, Handler } from '@tollwright/runtime/operation/handler';
import { readOpenapi } from '@tollwright/runtime/operation/openapi';
import { unwritten } from '@tollwright/runtime/operation/unwritten';
import type { Handlers } from '@tollwright/runtime/pipeline/parts';
import type { Services } from '@tollwright/runtime/pipeline/services';
import { refusalFor } from '@tollwright/runtime/upstream/pass-through';
import { x402Manifest } from '@tollwright/runtime/x402/manifest';
import { type Contract, type Json, type Operation, readContract } from '#conformance/contract/contract.ts';
import type { OtherService } from '#gateway/start.ts';
import { camelCase } from '#generators/emitters/typescript/names.ts';
import { answering, refusedBy, responseOf, simulatedHeader } from './answers.ts';
import { SimulatedJobs } from './jobs.ts';
import { createMaker, type MakeValue } from './value.ts';

/** A service whose operations are all answered. */
export interface SimulatedService extends OtherService {
  /** Ids of the operations whose answers are made up; filled when the gateway opens. */
  readonly simulated: readonly string[];
}

/** The host that is simulated, with its values and jobs. */
interface Simulation {
  readonly contract: Contract;
  readonly generated: string;
  readonly make: MakeValue;
  readonly jobs: ReadonlyMap<string, SimulatedJobs>;
}

/**
 * Completes a service: an operation without a handler answers with an example of its response, or with a value made from
 * its schema. Jobs follow their machine. Every such answer has the header `tollwright-simulated`.
 *
 * @param generated the folder that `tollwright generate` has written
 */
export async function simulate(
  service: Partial<OtherService>,
  host: string,
  generated: string,
): Promise<SimulatedService> {
  const contract = await readContract(join(generated, 'contracts', `${host}.json`));
  const keys = (id: string): readonly Json[] => {
    const { key = '', entries = [] } = contract.catalogs[id] ?? {};
    return entries.flatMap(({ values }) => values[key] ?? []);
  };
  const make = createMaker({ schemas: contract.schemas, keys });
  const simulation = { contract, generated, make, jobs: await jobsOf(contract, generated, make) };
  const simulated: string[] = [];
  const { handlers: given = {}, control, ...rest } = service;
  const handlers = (services: Services): Handlers => {
    const own = typeof given === 'function' ? given(services) : given;
    const open = contract.operations.filter(({ id, closed }) => closed === undefined && isOpen(own[id]));
    const made = open.map((operation): readonly [string, Handler] => {
      const description = describing(operation, generated, services);
      if (!description) simulated.push(operation.id);
      return [operation.id, description ?? handlerOf(operation, simulation, services)];
    });
    return { ...own, ...Object.fromEntries(made) };
  };
  const receivers = { ...control?.receivers, ...receiversOf(simulation, simulated, control?.receivers ?? {}) };
  return { ...rest, simulated, handlers, control: { ...control, receivers } };
}

function isOpen(handler: Handler | undefined): boolean {
  return handler === undefined || handler === unwritten;
}

/** Handlers of the operations that describe the host itself: they are the same for every service. */
function describing({ method, path }: Operation, generated: string, { payTo }: Services): Handler | undefined {
  if (method !== 'GET') return undefined;
  if (/^\/\.well-known\/x402$/.test(path))
    return ({ host, baseUrl }: Call) => ({ status: 200, body: x402Manifest(host, payTo, baseUrl) });
  if (!/^\/openapi\.json$/.test(path)) return undefined;
  return ({ host, baseUrl }: Call) => {
    const description = readOpenapi(pathToFileURL(resolve(generated, 'openapi', `${host.id}.json`)));
    return { status: 200, body: { ...description, servers: [{ url: baseUrl }] } };
  };
}

function handlerOf(operation: Operation, { contract, make, jobs }: Simulation, services: Services): Handler {
  const { machine } = operation;
  const own = machine && jobs.get(machine.id);
  const { http: status = 200, schema = {} } = responseOf(operation) ?? {};
  if (!machine || !own) return answering(operation, contract, make);
  const { role } = machine;
  if (role !== 'create')
    return async (call: Call) => ({
      ...(await own[role](services, call, idIn(call), { status, schema })),
      headers: simulatedHeader,
    });
  return async (call: Call) => {
    try {
      const reply = await own.create(services, call, { status, schema });
      return { ...reply, headers: simulatedHeader };
    } catch (error) {
      throw refusalFor(error, refusedBy(operation, contract));
    }
  };
}

/** The id of the job that a call polls: the last parameter of its path, else the first of its query. */
function idIn({ route, params, query }: Call): string {
  const name = [...route.path.matchAll(/\{(\w+)\+?\}/g)].at(-1)?.[1];
  const values: Readonly<Record<string, unknown>> = Object(name === undefined ? query : params);
  return String(name === undefined ? Object.values(values)[0] : values[name]);
}

/** Simulated jobs by the id of their machine: of those that operations create and poll. */
async function jobsOf(
  { operations, machines }: Contract,
  generated: string,
  make: MakeValue,
): Promise<ReadonlyMap<string, SimulatedJobs>> {
  const jobs = new Map<string, SimulatedJobs>();
  for (const id of new Set(operations.flatMap(({ machine }) => (machine?.role === 'create' ? [machine.id] : [])))) {
    const machine = machines[id];
    const module: Readonly<Record<string, JobMachine>> = await import(
      pathToFileURL(resolve(generated, 'machines', `${id}.ts`)).href
    );
    const steps = module[camelCase(id)];
    if (machine && steps) jobs.set(id, new SimulatedJobs(steps, machine, make));
  }
  return jobs;
}

/** Receivers of the events of jobs: the simulated ones where the call that starts them is simulated. */
function receiversOf(
  { contract, jobs }: Simulation,
  simulated: readonly string[],
  own: EventReceivers,
): EventReceivers {
  return Object.fromEntries(
    [...jobs].map(([id, { events }]) => {
      const name = id.replaceAll('-', '_');
      const starts = contract.operations.filter(({ machine }) => machine?.id === id && machine.role === 'create');
      const isSimulated = () => starts.some((each) => simulated.includes(each.id));
      const routed = Object.entries(events).map(([event, receive]) => {
        const route: EventReceiver = (...args) => (isSimulated() ? receive : (own[name]?.[event] ?? receive))(...args);
        return [event, route] as const;
      });
      return [name, Object.fromEntries(routed)] as const;
    }),
  );
}
