import { describe, expect, test } from 'vitest';
import { testHost } from '../testing/host.ts';
import { findRoute } from './routes.ts';

const host = testHost({
  routes: [
    ['POST', '/v1/chat/completions'],
    ['POST', '/v1/chat/{model+}'],
    ['GET', '/v1/jobs/{id}'],
    ['POST', '/v1/websearch/search'],
  ],
});

describe('findRoute', () => {
  test.each([
    ['POST /v1/chat/completions', 'POST /v1/chat/completions'],
    ['POST /v1/chat/{model}', 'POST /v1/chat/{model}'],
    ['GET /v1/jobs/{job_id}', 'GET /v1/jobs/{id}'],
    ['POST /v1/{websearch}/search', 'POST /v1/websearch/search'],
    ['POST /v1/websearch/search', 'POST /v1/websearch/search'],
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
