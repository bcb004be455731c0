import { describe, expect, test } from 'vitest';
import { parseRoute, resolvePath } from './path.ts';

describe('parseRoute', () => {
  test('takes a line apart', () => {
    expect(parseRoute('POST {prefix}/{shop}/items/{id}/{rest+}')).toEqual({
      method: 'POST',
      template: '{prefix}/{shop}/items/{id}/{rest+}',
      names: ['shop', 'id', 'rest'],
      wide: ['rest'],
    });
  });

  test.each(['HEAD /a', 'GET', 'GET a', 'GET /a /b', 'GET /a?b=1', 'GET /{a', 'GET /{}', 'GET /{a}/{a}', 'GET /a#b'])(
    'refuses %s',
    (http) => {
      expect(parseRoute(http)).toHaveProperty('reason');
    },
  );
});

describe('resolvePath', () => {
  test('fills in the prefix and the segments and leaves parameters', () => {
    const route = parseRoute('GET {prefix}/{shop}/items/{id+}');
    if ('reason' in route) throw new Error(route.reason);
    expect(resolvePath(route, '/v1', { shop: 'corner' })).toBe('/v1/corner/items/{id}');
    expect(resolvePath(route, '', {})).toBe('/{shop}/items/{id}');
  });
});
