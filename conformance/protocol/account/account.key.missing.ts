import { keylessCheck, notUnauthorized } from './keyless.ts';

/** Nobody is served without saying who they are. */
export const keyMissing = keylessCheck('account.key.missing', () => [''], notUnauthorized);
