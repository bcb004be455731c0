import { fieldsOf } from '../../json/json.ts';
import { challengeCheck, isText } from './challenge-check.ts';

/** A challenge has a summary of its payment: network, asset and protocol version. */
export const challengePaymentInfo = challengeCheck('payment.challenge.payment-info', ({ body }) => {
  const info = fieldsOf(body.paymentInfo);
  for (const name of ['network', 'asset']) {
    if (isText(info[name])) continue;
    return {
      detail: `paymentInfo.${name} is missing or empty.`,
      at: `/paymentInfo/${name}`,
      expected: 'a string',
      actual: info[name],
    };
  }
  if (Number(info.x402Version) > 0) return undefined;
  return {
    detail: 'paymentInfo.x402Version is missing or not a positive number.',
    at: '/paymentInfo/x402Version',
    expected: 'a version number',
    actual: info.x402Version,
  };
});
