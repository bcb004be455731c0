import { fieldsOf } from '../../common/json.ts';
import { carriesRequirements } from '../challenge/carriers.ts';
import { keylessCheck } from './keyless.ts';

/** Calls are paid from a balance, so no response has a challenge. */
export const noChallenge = keylessCheck(
  'account.payment.no-challenge',
  () => [''],
  ({ received }, { id }) => {
    const asks = fieldsOf(received.json).accepts !== undefined || carriesRequirements(received);
    if (!asks) return undefined;
    return { detail: `${id} returned a challenge.`, expected: 'no challenge', actual: received.status };
  },
);
