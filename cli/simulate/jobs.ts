/** Simulated jobs: they are ready at once, unless a control API delays them, and end as their machine says. */

import { Jobs } from '@tollwright/runtime/jobs/jobs';
import type { JobMachine } from '@tollwright/runtime/jobs/step';
import type { Call, Reply } from '@tollwright/runtime/operation/handler';
import type { Services } from '@tollwright/runtime/pipeline/services';
import type { Json, JsonSchema, Machine } from '#conformance/contract/contract.ts';
import { isObject } from '#generators/json-schema/walk.ts';
import type { MakeValue } from './value.ts';

/** A response of an operation on jobs: its status and its schema. */
export interface JobResponse {
  readonly status: number;
  readonly schema: JsonSchema;
}

/** Jobs of one machine with made-up answers. */
export class SimulatedJobs {
  readonly #jobs: Jobs<null, boolean>;
  readonly #reads: Machine['reads'];
  readonly #make: MakeValue;

  constructor(machine: JobMachine, { reads }: Pick<Machine, 'reads'>, make: MakeValue) {
    this.#jobs = new Jobs({ machine, work: async () => true });
    this.#reads = reads;
    this.#make = make;
  }

  /** Events that the control API delivers. */
  get events(): Jobs<null, boolean>['events'] {
    return this.#jobs.events;
  }

  /** Starts a job; nothing is charged before it is ready. */
  async create(services: Services, call: Call, response: JobResponse): Promise<Reply> {
    const { id, state } = await this.#jobs.start(services, call, null);
    return { status: response.status, body: this.#shown(response, id, state), charge: 'later' };
  }

  /** Shows the job of an id in its state. */
  async poll(services: Services, call: Call, wanted: string, response: JobResponse): Promise<Reply> {
    const { id, state, receipt } = await this.#jobs.poll(services, call, wanted);
    return { status: response.status, body: this.#shown(response, id, state), ...(receipt && { receipt }) };
  }

  /** Cancels the job of an id, and shows it in its state. */
  async cancel(services: Services, call: Call, wanted: string, response: JobResponse): Promise<Reply> {
    const { id, state } = await this.#jobs.cancel(services, call, wanted);
    return { status: response.status, body: this.#shown(response, id, state) };
  }

  #shown({ schema }: JobResponse, id: string, state: string): Json | undefined {
    const { id: idAt, state: stateAt } = this.#reads;
    const given = [...(idAt ? [[idAt, id] as const] : []), ...(stateAt ? [[stateAt, state] as const] : [])];
    // A schema may ask for other fields in each state.
    const inState = { allOf: [schema, ...given.map(([pointer, value]) => fixed(pointer, value))] };
    const fitting = this.#make(inState, 1);
    if (fitting !== undefined) return fitting;
    const made = this.#make(schema, 1) ?? {};
    return given.reduce<Json>((body, [pointer, value]) => replaced(body, pointer.split('/').slice(1), value), made);
  }
}

/** The schema of objects that have a value at a JSON pointer. */
function fixed(pointer: string, value: string): JsonSchema {
  const [, ...steps] = pointer.split('/');
  return steps.reduceRight<JsonSchema>(
    (inner, name) => ({ type: 'object', required: [name], properties: { [name]: inner } }),
    { const: value },
  );
}

function replaced(body: Json, [name, ...rest]: readonly string[], value: string): Json {
  if (name === undefined) return value;
  const fields = isObject(body) ? body : {};
  // An answer may not tell the state.
  if (!Object.hasOwn(fields, name)) return body;
  return { ...fields, [name]: replaced(fields[name] ?? {}, rest, value) };
}
