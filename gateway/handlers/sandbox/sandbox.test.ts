import { at, textAt } from '@tollwright/runtime/testing/read';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const call = (what: string, body: object, wallet = gateway.wallet) =>
  gateway.pay('POST', `/api/v1/sandbox/sandbox/${what}`, { body }, wallet);
const advance = (seconds: number) => gateway.control('POST', '/clock', { advance_seconds: seconds });

async function create(body: object = {}): Promise<string> {
  return textAt((await call('create', body)).json, 'sandbox_id');
}

function exec(id: string, ...command: readonly string[]) {
  return call('exec', { sandbox_id: id, command });
}

describe('a sandbox', () => {
  test('has the requested properties, with the documented defaults', async () => {
    const { status, json } = await call('create', {});
    expect(status).toBe(200);
    expect(json).toMatchObject({
      sandbox_id: expect.stringMatching(/^sbx_/),
      status: 'running',
      config: { image: 'python:3.11', timeout: 300, cpu: 1, memory: 512, gpu: null },
    });
    expect(Number.isNaN(Date.parse(textAt(json, 'created_at')))).toBe(false);
    expect(await gateway.settled()).toEqual(['11000']);
  });

  test('runs Python and keeps files between commands', async () => {
    const id = await create();
    expect((await exec(id, 'python', '-c', 'open("/tmp/n", "w").write("7")')).json).toMatchObject({ returncode: 0 });
    expect((await exec(id, '/usr/bin/python3.11', '-c', 'print(int(open("/tmp/n").read()) * 6)')).json).toEqual({
      sandbox_id: id,
      stdout: '42\n',
      stderr: '',
      returncode: 0,
    });
  });

  test('answers like a shell where there is no such program', async () => {
    expect((await exec(await create(), 'ls', '-l')).json).toMatchObject({
      stderr: 'ls: command not found\n',
      returncode: 127,
    });
  });

  test('does one command after the other', async () => {
    const id = await create();
    const add = `n = len(open("/tmp/n").read()) if __import__("os").path.exists("/tmp/n") else 0\nopen("/tmp/n", "w").write("x" * (n + 1))`;
    await Promise.all(Array.from({ length: 4 }, () => exec(id, 'python', '-c', add)));
    expect(at((await exec(id, 'python', '-c', 'print(open("/tmp/n").read())')).json, 'stdout')).toBe('xxxx\n');
  });

  test('is ended by its owner for good, with whatever runs in it', async () => {
    const id = await create();
    const running = exec(id, 'python', '-c', 'while True: pass');
    const waiting = exec(id, 'python', '-c', '');
    // Once a later command of another sandbox has ended, this one has begun.
    await exec(await create(), 'python', '-c', '');
    expect((await call('terminate', { sandbox_id: id })).json).toEqual({ sandbox_id: id, status: 'terminated' });
    expect((await running).json).toMatchObject({ returncode: 137 });
    expect((await waiting).status).toBe(400);
    expect((await call('status', { sandbox_id: id })).json).toEqual({
      sandbox_id: id,
      status: 'terminated',
      returncode: 137,
    });
    expect((await call('terminate', { sandbox_id: id })).json).toEqual({ sandbox_id: id, status: 'terminated' });
  });

  test('ends with its lifetime', async () => {
    const id = await create({ timeout: 60 });
    await advance(59);
    expect((await call('status', { sandbox_id: id })).json).toMatchObject({ status: 'running', returncode: null });
    await advance(1);
    expect((await call('status', { sandbox_id: id })).json).toMatchObject({ status: 'terminated', returncode: 124 });
    const before = await gateway.settled();
    expect((await exec(id, 'python', '-c', '')).status).toBe(400);
    expect(await gateway.settled()).toEqual(before);
  });

  test('stops a command when its lifetime is over before its time', async () => {
    const id = await create({ timeout: 1 });
    const ended = await call('exec', { sandbox_id: id, command: ['python', '-c', 'while True: pass'], timeout: 60 });
    expect(ended.json).toMatchObject({ returncode: 124 });
  });

  test('does not exist for anybody else', async () => {
    const id = await create();
    const other = createWallet();
    for (const what of ['status', 'terminate'] as const)
      expect((await call(what, { sandbox_id: id }, other)).status).toBe(404);
    expect((await call('exec', { sandbox_id: id, command: ['python'] }, other)).status).toBe(404);
    expect((await call('status', { sandbox_id: 'sbx_unknown' })).status).toBe(404);
    expect(at((await call('status', { sandbox_id: id })).json, 'status')).toBe('running');
  });

  test.each([
    { image: 'node:24' },
    { timeout: 301 },
    { cpu: 1.5 },
    { memory: 2048 },
    { gpu: 'a100' },
    { setup_commands: ['pip install x'] },
  ])('is never made of %o', async (body) => {
    expect((await gateway.send('POST', '/api/v1/sandbox/sandbox/create', { body })).status).toBe(400);
  });
});
