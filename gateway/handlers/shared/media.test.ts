import { createServices, type Services } from '@tollwright/runtime/pipeline/services';
import { createMovableClock } from '@tollwright/runtime/system/clock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lifecycles } from '../../built-in.ts';
import { storedMedia } from './media.ts';

let services: Services;
beforeAll(async () => {
  services = await createServices({ lifecycles, payTo: '0x0' });
});
afterAll(() => services.close());

describe('storedMedia', () => {
  test('keeps a file under a name that its content gives it', async () => {
    const media = storedMedia(services.store, services.clock);
    const bytes = Buffer.from([0, 255, 128]);
    const path = await media.keep(bytes, 'image/png');
    expect(await media.keep(bytes, 'image/png')).toBe(path);
    expect(path).toMatch(/^\/media\/[0-9a-f]{40}\.png$/);
    expect(await media.find(path.replace('/media/', ''))).toEqual({ bytes, mime: 'image/png' });
    expect(await media.find('unknown.png')).toBeUndefined();
  });

  test('keeps a file for the requested time, which starts again when the file is stored again', async () => {
    const clock = createMovableClock({ now: () => 0 });
    const media = storedMedia(services.store, clock);
    const bytes = Buffer.from([1, 2, 3]);
    const keep = () => media.keep(bytes, 'audio/mpeg', 60);
    const name = (await keep()).replace('/media/', '');
    expect(name).toMatch(/\.mp3$/);
    expect(await media.find(name)).toEqual({ bytes, mime: 'audio/mpeg', left: 60 });
    clock.advance(60);
    expect(await media.find(name)).toBeUndefined();
    await keep();
    expect(await media.find(name)).toMatchObject({ bytes });
  });
});
