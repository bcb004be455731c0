import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsageError } from '../../failure.ts';
import { readApi } from './description.ts';

const megabyte = Buffer.alloc(2 ** 20, ' ');
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(({ url: path }, response) => {
    if (path === '/openapi.json')
      return response.end('{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{}}');
    const more = () => {
      while (!response.destroyed && response.write(megabyte));
    };
    response.on('drain', more);
    return more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test('a description is read from the web', async () => {
  expect((await readApi(`${url}/openapi.json`)).source).toBe(`${url}/openapi.json`);
});

test('a description that a server sends without end is given up', async () => {
  const read = readApi(`${url}/endless.json`);
  await expect(read).rejects.toThrow(UsageError);
  await expect(read).rejects.toThrow('longer than');
});
