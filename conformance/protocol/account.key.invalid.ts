import { keylessCheck, notUnauthorized } from './keyless.ts';

/** A key that was never given out opens nothing. */
export const keyInvalid = keylessCheck(
  'account.key.invalid',
  ({ seed }) => `Bearer never-given-out-${seed}`,
  notUnauthorized,
);
