import { challengeCheck, isText } from './challenge-check.ts';

/** A challenge has a message for people. */
export const challengeMessage = challengeCheck('payment.challenge.message', ({ body }) =>
  isText(body.message)
    ? undefined
    : { detail: 'message is missing or empty.', at: '/message', expected: 'a string', actual: body.message },
);
