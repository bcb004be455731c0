import { describe, expect, test } from 'vitest';
import { testTransport } from '../testing/transport.ts';
import { decodeJson } from '../values/encoding.ts';
import { createChallenge } from './challenge.ts';
import { createOffers } from './offer.ts';

const network = {
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  decimals: 6,
  domain: { name: 'USD Coin', version: '2' },
};
const resource = { url: 'https://a.example/echo', description: 'Serve echo', mimeType: 'application/json' };

function challengeOn(networks: number) {
  const also = Array.from({ length: networks - 1 }, (_, index) => ({ ...network, network: `eip155:${index + 1}` }));
  const payment = { scheme: 'exact', transport: testTransport, window: 300, ...network, also } as const;
  const offers = createOffers(payment, `0x${'2'.repeat(40)}`, 1000n);
  return {
    offers,
    ...createChallenge(offers, { amount: 1000n, breakdown: {} }, { resource }, { error: 'Pay' }, testTransport),
  };
}

/** The JSON that a header carries, alone or in quotes. */
const carried = (header = '') => decodeJson(/"(.*)"/.exec(header)?.[1] ?? header);

describe('the headers of a challenge', () => {
  test('repeat the offers, and the first has the whole challenge', () => {
    const { headers, offers } = challengeOn(1);
    expect(Object.keys(headers)).toEqual(['PAYMENT-REQUIRED', 'X-Payment-Required', 'WWW-Authenticate']);
    expect(carried(headers['PAYMENT-REQUIRED'])).toEqual({ x402Version: 2, error: 'Pay', resource, accepts: offers });
    for (const name of ['X-Payment-Required', 'WWW-Authenticate'])
      expect(carried(headers[name])).toEqual({ x402Version: 2, accepts: offers });
  });

  test('leave out the second spelling and the description where proxies would refuse them', () => {
    const { headers, offers } = challengeOn(4);
    expect(Object.keys(headers)).toEqual(['PAYMENT-REQUIRED', 'WWW-Authenticate']);
    const { url } = resource;
    expect(carried(headers['PAYMENT-REQUIRED'])).toEqual({
      x402Version: 2,
      error: 'Pay',
      resource: { url },
      accepts: offers,
    });
    expect(carried(headers['WWW-Authenticate'])).toEqual({ x402Version: 2, accepts: offers });
  });
});
