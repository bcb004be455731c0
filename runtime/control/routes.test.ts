import { describe, expect, test } from 'vitest';
import { routesHost } from '../testing/routes-host.ts';
import { findRoute } from './routes.ts';

const host = routesHost({
  routes: [
    ['POST', '/v1/chat/completions'],
    ['POST', '/v1/chat/{model+}'],
    ['GET', '/v1/jobs/{id}'],
    ['POST', '/v1/websearch/search', '/v1/{websearch}/search'],
    ['GET', '/v1/one/books', '/v1/{venue_a}/books'],
    ['GET', '/v1/two/books', '/v1/{venue_b}/books'],
    ['POST', '/v1/phone/lookup'],
    ['POST', '/v1/swap/{path+}', '/v1/{swap}/{path+}'],
  ],
});

describe('findRoute', () => {
  test.each([
    ['POST /v1/chat/completions', 'POST /v1/chat/completions'],
    ['POST /v1/chat/{model}', 'POST /v1/chat/{model}'],
    ['GET /v1/jobs/{job_id}', 'GET /v1/jobs/{id}'],
    ['POST /v1/{websearch}/search', 'POST /v1/websearch/search'],
    ['POST /v1/websearch/search', 'POST /v1/websearch/search'],
    ['GET /v1/{venue_b}/books', 'GET /v1/two/books'],
    ['GET /v1/two/books', 'GET /v1/two/books'],
    ['GET /v1/{venue}/books', 'GET /v1/one/books'],
    ['POST /v1/{swap}/{path}', 'POST /v1/swap/{path}'],
  ])('takes %s for %s', (template, name) => {
    expect(findRoute(host, template)).toBe(name);
  });

  test.each(['GET /v1/chat/completions', 'POST /v1/websearch', 'POST /v2/websearch/search', '/v1/jobs/{id}', ''])(
    'knows no %j',
    (template) => {
      expect(findRoute(host, template)).toBeUndefined();
    },
  );
});
