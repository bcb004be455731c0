import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServices, type Services } from '#runtime/services.ts';
import { storedMedia } from './media.ts';

let services: Services;
beforeAll(async () => {
  services = await createServices({ payTo: '0x0' });
});
afterAll(() => services.close());

describe('storedMedia', () => {
  test('keeps a file under a name that its content gives it', async () => {
    const media = storedMedia(services.store);
    const bytes = Buffer.from([0, 255, 128]);
    const path = await media.keep(bytes, 'image/png');
    expect(await media.keep(bytes, 'image/png')).toBe(path);
    expect(path).toMatch(/^\/media\/[0-9a-f]{40}\.png$/);
    expect(await media.find(path.replace('/media/', ''))).toEqual({ bytes, mime: 'image/png' });
    expect(await media.find('unknown.png')).toBeUndefined();
  });
});
