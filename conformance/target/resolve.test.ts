import { describe, expect, test } from 'vitest';
import { resolveTarget } from './resolve.ts';
import { TargetFile } from './target-file.ts';

const url = 'https://target.example';
const env = { AWS_SECRET: 'secret', PAYER_KEY: `0x${'1'.repeat(64)}`, API_KEY: 'key', STAGING_KEY: 'other' };
const file = (fields: object) => TargetFile.parse({ host: 'base', url, ...fields });

describe('a target file', () => {
  test.each([
    { api_key: { env: 'AWS_SECRET' } },
    { api_key: { env: 'PAYER_KEY' } },
    { wallets: { payer: { env: 'API_KEY' } } },
    { control: { url, token: { env: 'AWS_SECRET' } } },
  ])('cannot choose which environment variable is sent to its URL: %j', (fields) => {
    expect(() => resolveTarget({}, file(fields), env)).toThrow(/--allow-secret/);
  });

  test('takes the usual names, and those that the command line allows', () => {
    expect(resolveTarget({}, file({ api_key: { env: 'API_KEY' } }), env).apiKey).toBe('key');
    const allowed = resolveTarget({ allowSecret: ['STAGING_KEY'] }, file({ api_key: { env: 'STAGING_KEY' } }), env);
    expect(allowed.apiKey).toBe('other');
  });
});
