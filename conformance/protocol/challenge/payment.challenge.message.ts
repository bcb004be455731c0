import { challengeCheck, isText } from './challenge-check.ts';

/** A challenge tells a person what to do. */
export const challengeMessage = challengeCheck('payment.challenge.message', ({ body }) =>
  isText(body.message)
    ? undefined
    : { detail: 'There is no message.', at: '/message', expected: 'a text', actual: body.message },
);
