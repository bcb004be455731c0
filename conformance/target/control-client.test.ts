import { describe, expect, test } from 'vitest';
import { NotTestable } from '../http/interruption.ts';
import { createLabControl, labToken } from '../testing/lab-control.ts';
import { ControlError, connectControl } from './control-client.ts';
import type { Control } from './control.ts';

describe('connectControl', () => {
  test('assumes the first nine outcomes where none are listed', async () => {
    const control = await connectControl(createLabControl(['upstream']), labToken, 'http://127.0.0.1');
    expect([...control.outcomes]).toEqual([
      'succeed',
      'fail',
      'reject',
      'timeout',
      'slow',
      'cut',
      'empty',
      'capacity',
      'no_tier',
    ]);
  });

  test('refuses a wrong token and an unsupported API', async () => {
    await expect(connectControl(createLabControl([]), 'wrong', 'http://127.0.0.1')).rejects.toThrow(/returned 401/);
    const other = createLabControl([], { 'GET ': { control: 2, capabilities: [] } });
    await expect(connectControl(other, labToken, 'http://127.0.0.1')).rejects.toThrow(ControlError);
  });

  test('reads the clock in seconds and advances it', async () => {
    const control = await connectControl(createLabControl(['clock']), labToken, 'http://127.0.0.1');
    expect(await control.now()).toBe(1_800_000_000);
    expect(await control.advance(3600)).toBe(1_800_003_600);
  });

  test('cannot test what an invalid response would have to show', async () => {
    const control = await connectControl(
      createLabControl(['clock'], { 'GET /clock': { now: 'noon' } }),
      labToken,
      'http://127.0.0.1',
    );
    await expect(control.now()).rejects.toThrow(NotTestable);
  });

  test('counts a call that is refused whatever its subject as one that is not offered', async () => {
    const lab = createLabControl(['clock', 'events']);
    const client: typeof lab = {
      ...lab,
      exchange: async (sent) => (sent.path.endsWith('/v1') ? lab.exchange(sent) : refusal(501)),
    };
    const control = await connectControl(client, labToken, 'http://127.0.0.1');
    for (const use of [() => control.advance(1), () => control.now(), () => control.event('job', '1', 'finished')]) {
      await expect(use()).rejects.toThrow(NotTestable);
    }
    expect([...control.capabilities]).toEqual([]);
    await expect(control.now()).rejects.toThrow('The control API returned 501 to POST /control/v1/clock');
  });

  test('keeps a capability where one resource alone is refused', async () => {
    const lab = createLabControl(['events']);
    const client: typeof lab = {
      ...lab,
      exchange: async (sent) => (sent.path.endsWith('/v1') ? lab.exchange(sent) : refusal(404)),
    };
    const control = await connectControl(client, labToken, 'http://127.0.0.1');
    await expect(control.event('job', 'unknown', 'finished')).rejects.toThrow(NotTestable);
    expect([...control.capabilities]).toEqual(['events']);
  });

  test.each<[string, (control: Control) => Promise<unknown>]>([
    ['clock', (control) => control.advance(1)],
    ['upstream', (control) => control.upstream({ route: 'GET /', outcome: 'fail' })],
    ['settlement', (control) => control.settlement('fail')],
    ['ledger', (control) => control.ledger('0x')],
    ['fund', (control) => control.fund('0x', 1n)],
    ['keys', (control) => control.keys('1.00')],
    ['allow', (control) => control.allow('0x')],
    ['events', (control) => control.event('job', '1', 'finished')],
    ['reset', (control) => control.reset()],
  ])('throws NotTestable for "%s" where it is not offered', async (_, use) => {
    const lab = createLabControl([]);
    await expect(use(await connectControl(lab, labToken, 'http://127.0.0.1'))).rejects.toThrow(NotTestable);
    expect(lab.calls).toEqual(['GET ']);
  });

  test('throws NotTestable for a route without an upstream', async () => {
    const lab = createLabControl(['upstream']);
    const client: typeof lab = {
      ...lab,
      exchange: async (sent) => (sent.path.endsWith('/upstream') ? refusal(404) : lab.exchange(sent)),
    };
    const control = await connectControl(client, labToken, 'http://127.0.0.1');
    await expect(control.upstream({ route: 'GET /', outcome: 'fail' })).rejects.toThrow(NotTestable);
  });

  test('throws NotTestable for an outcome that is not offered', async () => {
    const control = await connectControl(createLabControl(['upstream']), labToken, 'http://127.0.0.1');
    await expect(control.upstream({ route: 'GET /', outcome: 'mirror_fail' })).rejects.toThrow(NotTestable);
  });
});

function refusal(status: number) {
  return { status, headers: {}, rawHeaders: [], text: 'no such thing', json: {}, events: [], cut: false };
}
