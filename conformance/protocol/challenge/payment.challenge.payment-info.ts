import { fieldsOf } from '../../json/json.ts';
import { challengeCheck, isText } from './challenge-check.ts';

/** A challenge has a summary of its payment: network, asset and protocol version. */
export const challengePaymentInfo = challengeCheck('payment.challenge.payment-info', ({ body, offers }) => {
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
  // By which name it calls the network is not stated; the id of another one is none of its names.
  const networks = offers.map(({ network }) => network);
  if (isChainId(info.network) && networks.some(isChainId) && !networks.includes(info.network)) {
    return {
      detail: 'paymentInfo.network is the id of a network that no offer is on.',
      at: '/paymentInfo/network',
      expected: networks.join(' or '),
      actual: info.network,
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

/** True for the id of a chain (CAIP-2), such as `eip155:8453`. */
function isChainId(value: unknown): boolean {
  return typeof value === 'string' && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(value);
}
