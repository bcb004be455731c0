import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createProxies } from './proxies.ts';

function request(remoteAddress: string, forwarded?: string, scheme?: string): IncomingMessage {
  const headers = { 'x-forwarded-for': forwarded, 'x-forwarded-proto': scheme };
  // All that is read of a request.
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

const ours = ['10.0.0.0/8', 'fd00::/8', '192.0.2.7'];
const proxies = createProxies(ours);

describe('createProxies', () => {
  test.each([
    ['a caller without a proxy', '203.0.113.5', undefined, '203.0.113.5'],
    ['a caller that pretends', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['one proxy', '10.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['two proxies', '10.0.0.1', '203.0.113.5, 192.0.2.7', '203.0.113.5'],
    ['a caller that pretends behind a proxy', '10.0.0.1', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
    ['a proxy over IPv6', 'fd00::1', '2001:db8::5', '2001:db8::5'],
    ['IPv4 within IPv6', '::ffff:10.0.0.1', '::ffff:203.0.113.5', '203.0.113.5'],
    ['a proxy that names no one', '10.0.0.1', undefined, '10.0.0.1'],
    ['a text that is no address', '10.0.0.1', 'unknown', '10.0.0.1'],
  ])('reads %s', (_, socket, forwarded, expected) => {
    expect(proxies.ip(request(socket, forwarded))).toBe(expected);
  });

  test('never lets a caller choose its address, whatever it sends before that of the last trusted proxy', () => {
    fc.assert(
      fc.property(fc.string(), (sent) => {
        expect(proxies.ip(request('10.0.0.1', `${sent}, 203.0.113.5`))).toBe('203.0.113.5');
        expect(createProxies([]).ip(request('10.0.0.1', sent))).toBe('10.0.0.1');
      }),
    );
  });

  test('believes the scheme of a trusted proxy alone', () => {
    expect(proxies.scheme(request('10.0.0.1', undefined, 'https'))).toBe('https');
    expect(proxies.scheme(request('10.0.0.1', undefined, 'https, http'))).toBe('http');
    expect(proxies.scheme(request('203.0.113.5', undefined, 'https'))).toBe('http');
  });

  test.each(['10.0.0.0/33', '10.0.0', 'db.example', '10.0.0.0/x', ''])('refuses %j', (range) => {
    expect(() => createProxies([range])).toThrow('is neither an address nor a CIDR range');
  });
});
