import { expect, test } from 'vitest';
import { kebabCase } from './names.ts';

test.each([
  ['getPinByRequestId', 'get-pin-by-request-id'],
  ['getNFTs', 'get-nfts'],
  ['listIDsOfURLs', 'list-ids-of-urls'],
  ['getHTTPStatus', 'get-http-status'],
  ['Search users', 'search-users'],
])('%s becomes %s', (name, id) => {
  expect(kebabCase(name)).toBe(id);
});
