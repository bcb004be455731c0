import { keylessCheck, notUnauthorized } from './keyless.ts';

/** A request without an API key is refused with 401. */
export const keyMissing = keylessCheck('account.key.missing', () => [''], notUnauthorized);
