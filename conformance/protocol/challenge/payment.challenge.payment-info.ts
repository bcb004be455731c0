import { fieldsOf } from '../../json/json.ts';
import { challengeCheck, isText } from './challenge-check.ts';

/** A challenge sums up how it is paid: network, asset and protocol version. */
export const challengePaymentInfo = challengeCheck('payment.challenge.payment-info', ({ body }) => {
  const info = fieldsOf(body.paymentInfo);
  for (const name of ['network', 'asset']) {
    if (isText(info[name])) continue;
    return { detail: `There is no ${name}.`, at: `/paymentInfo/${name}`, expected: 'a text', actual: info[name] };
  }
  if (Number(info.x402Version) > 0) return undefined;
  return {
    detail: 'There is no version.',
    at: '/paymentInfo/x402Version',
    expected: 'a version',
    actual: info.x402Version,
  };
});
