import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Answer } from '@tollwright/runtime/client/caller';
import type { EventStream } from '@tollwright/runtime/client/events';
import { CallFailed } from '@tollwright/runtime/client/failures';
import type { WaitOptions } from '@tollwright/runtime/client/wait';
import { isObject, read } from '@tollwright/runtime/values/json';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readContractSync } from '#conformance/contract/contract.ts';
import { type Client, createClient } from '#generated/client/client.ts';
import { hosts } from '#generated/hosts/index.ts';
import type { CallRequest, ImageEditRequest, ResponsesRequest } from '#generated/types/requests.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';

/** What this test reads of an operation of a contract. */
interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly auth: string;
  readonly stream?: { readonly when: { readonly text: string } };
  readonly closed?: string;
  readonly body?: unknown;
  readonly query?: Query;
  readonly params?: unknown;
  readonly responses: readonly { readonly http: number; readonly schema?: object }[];
  readonly example?: Readonly<Record<string, unknown>>;
}

interface Query {
  readonly required?: readonly string[];
  readonly $ref?: string;
}

type Parts = Readonly<Record<string, unknown>>;

const apiKey = 'key-of-the-client-test';
const account = privateKeyToAccount(generatePrivateKey());
const face = { name: 'Grace', image_url: 'https://media.example/grace.jpg' };

/** A PNG that ends in a byte of its own. */
const square = (last: number) => `data:image/png;base64,${Buffer.from([137, 80, 78, 71, last]).toString('base64')}`;

describe.each(['base', 'account'])('the client of %s', (id) => {
  const { operations, schemas }: { operations: readonly Operation[]; schemas: Readonly<Record<string, Query>> } =
    readContractSync(`generated/contracts/${id}.json`);
  const named = (query?: Query) => (query?.$ref === undefined ? query : schemas[query.$ref.replace(/.*\//, '')]);
  const open = operations
    .filter(({ closed }) => closed === undefined)
    .map(({ query, ...operation }): Operation => ({ ...operation, ...(query && { query: named(query) ?? query }) }));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'contract', schemas });
  const faultsOf = (schema: object | undefined, data: unknown) => {
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema ?? {}).replaceAll('"#/', '"contract#/')));
    return validate(data) ? [] : validate.errors;
  };

  let gateway: TestGateway;
  let client: Client;
  beforeAll(async () => {
    gateway = await startTestGateway({ host: id, apiKeys: [{ key: apiKey, balance: 1_000_000_000n }] });
    const host = hosts[id];
    if (!host) throw new Error(`There is no host ${id}.`);
    const wallet = { address: account.address, sign: account.signTypedData };
    client = createClient({ host, baseUrl: gateway.url, wallet, apiKey, budget: '500' });
  });
  beforeEach(async () => {
    await gateway.control('POST', '/reset');
    if (id === 'base') await gateway.control('POST', '/allow', { address: account.address });
  });
  afterAll(() => gateway.close());

  const happen = (machine: string, of: unknown, event: string) =>
    gateway.control('POST', '/events', { machine, id: of, event });
  const exampleOf = <T>(operation: string): T => {
    const found = open.find(({ id }) => id === operation)?.example?.body;
    // Examples are written by the same schemas as the types of the client.
    return structuredClone(found) as T;
  };

  /** Creates what an operation requires, where its example names what does not exist. */
  const made: Readonly<Record<string, () => Promise<Parts>>> = {
    'enroll-realface': async () => ({ body: { ...face, group_id: await group() } }),
    'get-realface-status': async () => ({ query: { groupId: await group() } }),
    'renew-number': async () => ({ body: { phoneNumber: await number() } }),
    'release-number': async () => ({ body: { phoneNumber: await number() } }),
    'start-call': callable,
    'get-call': async () => ({ params: { call_id: (await client.startCall((await callable()).body)).data.call_id } }),
    'exec-in-sandbox': async () => ({
      body: { sandbox_id: await sandbox(), command: ['python', '-c', 'print(6 * 7)'] },
    }),
    'get-sandbox-status': async () => ({ body: { sandbox_id: await sandbox() } }),
    'terminate-sandbox': async () => ({ body: { sandbox_id: await sandbox() } }),
    'get-response': async () => ({ params: { id: await response() } }),
    'cancel-response': async () => ({ params: { id: await response() } }),
  };
  /** Polls, which the scenarios of their jobs call. */
  const polls = ['poll-image', 'poll-video', 'poll-created-video'];

  async function group(): Promise<string> {
    const { data } = await client.initRealface({ name: 'Grace' });
    await happen('realface', data.group_id, 'liveness_passed');
    return data.group_id;
  }
  /** A call from the one number that its wallet leases. */
  async function callable(): Promise<{ readonly body: CallRequest }> {
    await number();
    return { body: exampleOf('start-call') };
  }
  const number = async () => (await client.buyNumber(exampleOf('buy-number'))).data.phone_number;
  const sandbox = async () => (await client.createSandbox({})).data.sandbox_id;
  const response = async () =>
    String(
      read(
        (await client.createResponse({ ...exampleOf<ResponsesRequest>('create-response'), background: true })).data,
        'id',
      ),
    );

  const called = open.filter((operation) => !polls.includes(operation.id));
  test.each(called.map((operation) => [operation.id, operation] as const))('calls %s', async (name, operation) => {
    const parts = (await made[name]?.()) ?? operation.example ?? {};
    const answer = await call(client, operation, parts).catch((error: unknown) => {
      // Some answers that the documents describe are no successes.
      if (error instanceof CallFailed && operation.responses.some(({ http }) => http === error.status)) return error;
      throw error;
    });
    const { schema } = operation.responses.find(({ http }) => http === answer.status) ?? {};
    expect(faultsOf(schema, answer instanceof CallFailed ? answer.body : answer.data)).toEqual([]);
    const receipted = operation.auth === 'payment' && !(answer instanceof CallFailed) && answer.status === 200;
    if (receipted) expect(answer.receipt?.transaction).toMatch(/^0x/);
  });

  /** What may be edited: forms carry a list by another name than a single file. */
  const edited: readonly (readonly [string, Pick<ImageEditRequest, 'image' | 'mask'>])[] = [
    ['one image and a mask', { image: square(1), mask: square(2) }],
    ['several images', { image: [square(1), square(2)] }],
  ];
  test.each(id === 'base' ? edited : [])('edits %s sent as a form', async (_, images) => {
    const body = { prompt: 'Make it red', n: 2, size: '1536x1024' as const, ...images };
    const types: unknown[] = [];
    const note = (message: unknown) => types.push(String(read(read(message, 'request'), 'headers')));
    const spent = Number(client.budget.spent);
    const answer = await client.editImage(body);
    subscribe('undici:request:create', note);
    const { data, receipt } = await client.editImage(body, { form: true });
    unsubscribe('undici:request:create', note);
    // The challenge is requested with the same form that is then paid.
    expect(types).toEqual(Array(2).fill(expect.stringContaining('multipart/form-data; boundary=')));
    expect(data.data).toEqual(answer.data.data);
    expect(receipt?.transaction).toMatch(/^0x/);
    expect(Number(client.budget.spent) - spent).toBeCloseTo(2 * 0.252, 9);
  });

  const streams = open.filter(({ stream }) => stream !== undefined && stream.when.text === 'request.stream');
  test.each(streams.map((operation) => [operation.id, operation] as const))('streams %s', async (_, operation) => {
    const name = `stream-${operation.id}`;
    const opened = () => invoke(client, name, operation, operation.example ?? {}) as EventStream<object>;
    const events = await all(opened());
    const raw = await all(opened().raw());
    expect(events.length).toBeGreaterThan(2);
    expect(raw.flatMap(({ data }) => (isObject(data) ? [Object.keys(data)] : []))).toEqual(events.map(Object.keys));
  });

  /** Waits fast, and moves the gateway's clock with every state that is reported. */
  function waiting(states: string[], moved: Promise<unknown>[]): WaitOptions {
    return {
      interval: 20,
      onProgress: (state) => {
        states.push(state);
        moved.push(gateway.control('POST', '/clock', { advance_seconds: 40 }));
      },
    };
  }

  test.each(['generate-image', 'generate-video', 'create-video', 'start-call'])('waits for %s', async (name) => {
    const operation = open.find((each) => each.id === name);
    if (!operation) throw new Error(`${id} has no ${name}.`);
    const { method, path } = operation;
    if (path.includes('images')) {
      await gateway.control('POST', '/upstream', { route: `${method} ${path}`, outcome: 'slow', detail: {} });
    }
    const states: string[] = [];
    const moved: Promise<unknown>[] = [];
    const parts = (await made[name]?.()) ?? operation.example ?? {};
    const spent = Number(client.budget.spent);
    // The method of a job answers with what the job has become.
    const answer = (await invoke(
      client,
      `${name}-and-wait`,
      operation,
      parts,
      waiting(states, moved),
    )) as Answer<unknown>;
    await Promise.all(moved);
    expect(answer.status).toBe(200);
    expect(states.length).toBeGreaterThan(1);
    const price = Number(client.quote(name, parts)?.amount ?? 0n) / 1_000_000;
    expect(Number(client.budget.spent) - spent).toBeCloseTo(id === 'account' ? 0 : price, 9);
    expect(read(answer.data, 'status') ?? 'completed').toBe('completed');
  });
});

/** Calls a method by its operation's name. */
function invoke(client: Client, name: string, operation: Operation, given: Parts, last?: unknown): unknown {
  const method: unknown = Reflect.get(
    client,
    name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
  if (typeof method !== 'function') throw new Error(`The client has no method for ${name}.`);
  const parts = (['body', 'query', 'params'] as const).filter((part) => operation[part] !== undefined);
  const isOptional = (part: string) => part === 'query' && (operation.query?.required ?? []).length === 0;
  const sorted = parts.toSorted((a, b) => Number(isOptional(a)) - Number(isOptional(b)));
  return method(...sorted.map((part) => given[part]), last);
}

function call(client: Client, operation: Operation, parts: Parts): Promise<Answer<unknown>> {
  // Every method of an operation's own name answers alike.
  return invoke(client, operation.id, operation, parts) as Promise<Answer<unknown>>;
}

async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const event of events) read.push(event);
  return read;
}
