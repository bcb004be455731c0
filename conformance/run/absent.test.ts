import { describe, expect, test } from 'vitest';
import { type Contract, readContract } from '../contract/contract.ts';
import type { SentRequest } from '../http/exchange.ts';
import { labContract } from '../testing/lab-contract.ts';
import { leaveOutAbsent, without } from './absent.ts';

const [first] = labContract.operations;
const gone = new Set([first?.id ?? '']);

describe('without', () => {
  test('leaves a contract whole where nothing is absent', () => {
    expect(without(labContract, new Set())).toEqual({ contract: labContract, untestable: new Map() });
  });

  test('drops an operation and says why its rules cannot be tested', () => {
    const { contract, untestable } = without(labContract, gone);
    expect(contract.operations.map(({ id }) => id)).not.toContain(first?.id);
    const own = labContract.rules.filter(({ operation }) => operation === first?.id);
    expect([...untestable.keys()]).toEqual(expect.arrayContaining(own.map(({ id }) => id)));
    for (const reason of untestable.values()) expect(reason).toContain(first?.id);
  });

  test('drops the scenarios that call it', () => {
    const { contract } = without(labContract, gone);
    expect(contract.scenarios.flatMap(({ steps }) => steps.map(({ call }) => call))).not.toContain(first?.id);
  });

  test('tests no transition whose scenario it drops', async () => {
    expect.hasAssertions();
    const whole = await readContract('generated/contracts/base.json');
    const transitions = Object.values(whole.machines).flatMap((machine) => machine.transitions);
    for (const scenario of whole.scenarios) {
      const shown = transitions.filter(({ shownBy }) => scenario.expects.some(({ id }) => id === shownBy));
      for (const call of new Set(scenario.steps.map((step) => step.call))) {
        if (call === undefined || shown.length === 0) continue;
        const { untestable } = without(whole, new Set([call]));
        expect([...untestable.keys()]).toEqual(expect.arrayContaining(shown.map(({ id }) => id)));
      }
    }
  });
});

describe('leaveOutAbsent', () => {
  const target = {
    host: 'lab',
    url: 'http://127.0.0.1',
    wallets: {},
    maxSpend: 0n,
    segments: { region: 'north' },
    models: {},
  };
  const unsure: Contract = {
    ...labContract,
    operations: labContract.operations.map((operation) => ({ ...operation, presence: 'assumed' })),
  };
  /** Returns 404 for every call, with a body made from its path and the number of calls, and another status for a method that no path has. */
  const leftOut = async (body: (path: string, count: number) => object | string, wrongMethod = 405) => {
    let count = 0;
    const exchange = async ({ path, method }: SentRequest) => {
      count += 1;
      const made = body(path, count);
      const text = typeof made === 'string' ? made : JSON.stringify(made);
      const json = typeof made === 'string' ? undefined : made;
      const status = method === 'PATCH' ? wrongMethod : 404;
      return { status, headers: {}, rawHeaders: [], text, json, events: [], cut: false };
    };
    return (
      unsure.operations.length - (await leaveOutAbsent({ exchange }, unsure, { target })).contract.operations.length
    );
  };

  test('leaves out operations with the response of unknown paths, whatever changes in those responses', async () => {
    const all = unsure.operations.length;
    expect(await leftOut((path) => `No ${path} here.`)).toBe(all);
    expect(await leftOut((path) => `No ${decodeURIComponent(path.split('?')[0] ?? '')} here.`)).toBe(all);
    expect(
      await leftOut((path, id) => ({ error: 'Not found', path, request: { id, at: 1_800_000_000_000 + id } })),
    ).toBe(all);
  });

  test('keeps operations with a different response', async () => {
    const named = (path: string) => (path.includes('unknown') ? 'No such path.' : 'No such lamp.');
    expect(await leftOut((path, id) => ({ error: named(path), id }))).toBe(0);
    expect(await leftOut((path, id) => `${named(path)} (${id})`)).toBe(0);
  });

  test('leaves out operations with the response of a method that no path has', async () => {
    const named = (path: string) => (path.includes('unknown') ? 'No such path.' : 'No such method.');
    expect(await leftOut((path, id) => ({ error: named(path), id }), 404)).toBe(unsure.operations.length);
  });

  test('keeps operations that the documents close together with one that is served', async () => {
    const closed: Contract = {
      ...unsure,
      operations: unsure.operations.slice(0, 3).map((operation, index) => ({
        ...operation,
        ...(index < 2 && { closed: 'not-found' }),
      })),
    };
    const exchange = async ({ path }: SentRequest) => {
      const status = path.startsWith(closed.operations[0]?.path.split('{')[0] ?? '') ? 410 : 404;
      return { status, headers: {}, rawHeaders: [], text: '', json: undefined, events: [], cut: false };
    };
    const { contract } = await leaveOutAbsent({ exchange }, closed, { target });
    expect(contract.operations.map(({ id }) => id)).toEqual(closed.operations.slice(0, 2).map(({ id }) => id));
  });

  test('leaves out operations that need an API key in runs without one', async () => {
    const account = await readContract('generated/contracts/account.json');
    const keyed = account.operations.filter(({ auth, presence }) => auth === 'key' && presence === 'assumed');
    expect(keyed.length).toBeGreaterThan(5);
    const served = keyed.find(({ params }) => !params);
    const exchange = async ({ path }: SentRequest) => {
      const [status, text] = path === served?.path ? [401, 'No key'] : [404, 'Not found'];
      return { status, headers: {}, rawHeaders: [], text, json: undefined, events: [], cut: false };
    };
    const segments = Object.assign({}, ...account.operations.map((operation) => operation.segments));
    const { contract } = await leaveOutAbsent({ exchange }, account, { target: { ...target, segments } });
    const left = keyed.filter(({ id }) => contract.operations.some((each) => each.id === id));
    expect(left).toEqual([served]);
  });

  test('tells them from served ones by an unknown key, where a target asks for a key on unknown paths', async () => {
    const account = await readContract('generated/contracts/account.json');
    const segments = Object.assign({}, ...account.operations.map((operation) => operation.segments));
    const [asksEvery, asksKeyless] = [() => 401, ({ headers }: SentRequest) => (headers.authorization ? 404 : 401)];
    const left = async (status: (sent: SentRequest) => number) => {
      const exchange = async (sent: SentRequest) => {
        return { status: status(sent), headers: {}, rawHeaders: [], text: '', json: undefined, events: [], cut: false };
      };
      const { contract } = await leaveOutAbsent({ exchange }, account, { target: { ...target, segments } });
      return contract.operations.filter(({ presence }) => presence === 'assumed').map(({ auth }) => auth);
    };
    expect(new Set(await left(asksEvery))).toEqual(new Set(['key']));
    expect(await left(asksKeyless)).toEqual([]);
  });

  test('sends no request that would be charged to an API key', async () => {
    const account = await readContract('generated/contracts/account.json');
    const all: Contract = {
      ...account,
      operations: account.operations.map((operation) => ({ ...operation, presence: 'assumed' })),
    };
    const priced = new Set(account.operations.flatMap(({ price, path }) => (price ? [path] : [])));
    const bodies: string[] = [];
    const exchange = async ({ path, body }: SentRequest) => {
      if (priced.has(path)) bodies.push(body ?? '');
      return { status: 400, headers: {}, rawHeaders: [], text: '', json: undefined, events: [], cut: false };
    };
    const { contract } = await leaveOutAbsent({ exchange }, all, {
      target: { ...target, segments: {} },
      apiKey: 'sk_x',
    });
    expect(contract.operations).toHaveLength(account.operations.length);
    expect(bodies.length).toBeGreaterThan(10);
    for (const body of bodies) expect(() => JSON.parse(body)).toThrow();
  });
});
