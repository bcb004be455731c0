import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createProxies } from './proxies.ts';

function request(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = { 'x-forwarded-for': forwarded };
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

  test.each<[what: string, socket: string, headers: Record<string, string>, url: string]>([
    ['no proxy', '203.0.113.5', {}, 'http://api.example:8402'],
    [
      'a caller that pretends',
      '203.0.113.5',
      { proto: 'https', host: 'evil.example', prefix: '/x' },
      'http://api.example:8402',
    ],
    ['the scheme', '10.0.0.1', { proto: 'https' }, 'https://api.example:8402'],
    ['the scheme of the nearest proxy', '10.0.0.1', { proto: 'https, http' }, 'http://api.example:8402'],
    ['the host', '10.0.0.1', { proto: 'https', host: 'shop.example' }, 'https://shop.example'],
    ['a host that is none', '10.0.0.1', { host: 'shop.example/x?' }, 'http://api.example:8402'],
    ['a prefix that was stripped', '10.0.0.1', { prefix: '/gw/v2' }, 'http://api.example:8402/gw/v2'],
    ['a prefix with a slash at its end', '10.0.0.1', { prefix: '/gw/' }, 'http://api.example:8402/gw'],
    ['a prefix of another host', '10.0.0.1', { prefix: '//evil.example' }, 'http://api.example:8402'],
    ['a prefix that is none', '10.0.0.1', { prefix: '/a b' }, 'http://api.example:8402'],
    [
      'what the furthest of two proxies says',
      '10.0.0.1',
      { for: '203.0.113.5, 192.0.2.7', proto: 'https, http', host: 'shop.example, inner.example' },
      'https://shop.example',
    ],
    // spring-cloud/spring-cloud-gateway#1772
    [
      'the prefixes that two proxies stripped',
      '10.0.0.1',
      { for: '203.0.113.5, 192.0.2.7', prefix: '/shop, /v2/' },
      'http://api.example:8402/shop/v2',
    ],
    [
      'no prefix that a caller wrote before the proxy',
      '10.0.0.1',
      { for: '203.0.113.5', prefix: '/evil, /gw', proto: 'https, http', host: 'evil.example, shop.example' },
      'http://shop.example/gw',
    ],
    [
      'no address that a caller wrote before the proxies',
      '10.0.0.1',
      { for: '192.0.2.7, 203.0.113.5', prefix: '/evil, /gw' },
      'http://api.example:8402/gw',
    ],
  ])('reads the base URL: %s', (_, remoteAddress, forwarded, url) => {
    const headers = Object.fromEntries(
      Object.entries(forwarded).map(([name, value]) => [`x-forwarded-${name}`, value]),
    );
    // All that is read of a request.
    const sent = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
    expect(proxies.baseUrl(sent, 'api.example:8402')).toBe(url);
  });

  test.each(['10.0.0.0/33', '10.0.0', 'db.example', '10.0.0.0/x', ''])('refuses %j', (range) => {
    expect(() => createProxies([range])).toThrow('is neither an address nor a CIDR range');
  });
});
