import { schemaMismatch } from '../../oracle/schema-mismatch.ts';
import { challengeCheck } from './challenge-check.ts';

/** Some operations explain their price in the challenge, or say which resource it is for. */
export const challengeExtras = challengeCheck('payment.challenge.extras', ({ body, operation, run }) => {
  const schema = operation.payment?.challenge;
  return schema && schemaMismatch(run, schema, body);
});
