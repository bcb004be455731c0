import { sameAddress } from '@tollwright/runtime/x402/address';
import { readExactUsd, readMicro } from '../../calls/challenge.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { fieldMismatch, isText, type RequiredField, valueMismatch } from '../../check/required-field.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Status } from '../../contract/contract.ts';
import { decimalText } from '../../oracle/exact.ts';
import { networkKind } from '../../wallet/networks.ts';
import { type ChallengeRule, challengeCheck, type OfferRule, offerCheck } from './rule.ts';

/** The fields that each offer has, by the rule that requires them. */
const fields: readonly (RequiredField & { readonly id: string })[] = [
  // Offers name the asset they are paid in.
  {
    id: 'payment.challenge.asset',
    at: '/asset',
    accepts: isText,
    detail: 'asset is missing or empty.',
    expected: 'an address or symbol',
  },
  // Amounts count millionths of a USDC, of which there are no parts.
  {
    id: 'payment.challenge.amount',
    at: '/amount',
    accepts: (value) => readMicro(value) !== undefined,
    detail: 'amount is not a whole number.',
    expected: 'micro-USDC',
  },
  // Each offer has the address of its recipient.
  {
    id: 'payment.challenge.pay-to',
    at: '/payTo',
    accepts: isText,
    detail: 'payTo is missing or empty.',
    expected: 'an address',
  },
  // Offers state how many seconds an authorization may be valid.
  {
    id: 'payment.challenge.timeout',
    at: '/maxTimeoutSeconds',
    accepts: (value) => Number(value) > 0,
    detail: 'maxTimeoutSeconds is not a positive number.',
    expected: 'a positive number of seconds',
  },
];

/** Rules that compare each offer with the body or with the specification. */
const agreements: readonly OfferRule[] = [
  // The host has one scheme: the amount that is signed is the amount that is charged.
  {
    id: 'payment.challenge.scheme',
    judge: (offer, { run }) =>
      valueMismatch(offer, '/scheme', run.contract.host.payment?.scheme, 'scheme does not match.'),
  },
  // The amount that is signed is the price that is shown; one with parts of a micro-USDC is rounded in some way.
  {
    id: 'payment.challenge.amount-equals-price',
    judge: (offer, { body }) => {
      const shown = fieldsOf(body.price).amount;
      const expected = readExactUsd(shown)?.mul(1_000_000);
      const actual = readMicro(offer.amount);
      if (expected && actual !== undefined && expected.sub(actual).abs().lt(1)) return undefined;
      return {
        detail: `amount does not match price.amount (${String(shown)} USD).`,
        at: '/amount',
        expected: expected ? decimalText(expected) : 'price.amount in micro-USDC',
        actual: offer.amount,
      };
    },
  },
  // maxTimeoutSeconds is that of the operation where the documents state one, else that of the host where they state it.
  {
    id: 'payment.challenge.window',
    judge: ({ maxTimeoutSeconds: actual }, { operation, run }) => {
      const profile = run.contract.host.payment;
      const expected = operation.payment?.window ?? (profile?.windowStatus === 'stated' ? profile.window : undefined);
      if (expected === undefined || Number(actual) === expected) return undefined;
      return { detail: 'maxTimeoutSeconds does not match.', at: '/maxTimeoutSeconds', expected, actual };
    },
  },
];

/** True for what documents say without contradiction. */
function isStated(status: Status): boolean {
  return status === 'stated' || status === 'derived';
}

/** Rules about all offers of a challenge together. */
const lists: readonly ChallengeRule[] = [
  // A payer of a Solana transaction signs it together with the account that pays its fee.
  {
    id: 'payment.challenge.fee-payer',
    judge: ({ offers }) => {
      const index = offers.findIndex(
        ({ network, extra }) => networkKind(network) === 'solana' && !isText(fieldsOf(extra).feePayer),
      );
      if (index === -1) return undefined;
      const at = `/accepts/${index}/extra/feePayer`;
      return {
        detail: 'extra.feePayer is missing or empty.',
        at,
        expected: 'an account',
        actual: offers[index]?.extra,
      };
    },
  },
  // A challenge without an offer cannot be paid.
  {
    id: 'payment.challenge.accepts',
    judge: ({ body, offers }) =>
      offers.length > 0
        ? undefined
        : { detail: 'accepts has no offer.', at: '/accepts', expected: 'a list of offers', actual: body.accepts },
  },
  // Each offer has a network, and one of them is that of the host where the documents state its id.
  {
    id: 'payment.challenge.network',
    judge: ({ offers, run }) => {
      const nameless = offers.findIndex(({ network }) => !isText(network));
      const at = `/accepts/${Math.max(nameless, 0)}/network`;
      if (nameless !== -1) {
        const actual = offers[nameless]?.network;
        return { detail: 'network is missing or empty.', at, expected: 'a network id', actual };
      }
      const { network, networkStatus } = run.contract.host.payment ?? {};
      const actual = offers.map((offer) => offer.network);
      // Where the documents name a network without its id, its kind is known.
      const isKnown = networkStatus !== undefined && isStated(networkStatus);
      const isOwn = (each: unknown) => (isKnown ? each === network : networkKind(each) === networkKind(network));
      if (offers.length === 0 || actual.some(isOwn)) return undefined;
      return { detail: 'No offer is on the network of the host.', at, expected: network, actual };
    },
  },
  // A host of several networks offers each whose id the documents state, since a payer learns of them nowhere else.
  {
    id: 'payment.challenge.several-networks',
    judge: ({ offers, run }) => {
      const actual = [...new Set(offers.map(({ network }) => String(network)))];
      const stated = (run.contract.host.payment?.also ?? []).filter(({ status }) => isStated(status));
      const missing = stated.find(({ network }) => !actual.includes(network));
      if (missing) {
        const detail = `No offer is on ${missing.network}.`;
        return { detail, at: '/accepts', expected: stated.map(({ network }) => network), actual };
      }
      if (actual.length > 1) return undefined;
      return { detail: 'All offers are on one network.', at: '/accepts', expected: 'several networks', actual };
    },
  },
  // The documents name the network and the token; which address the token has there is a fact that everybody can look up.
  {
    id: 'payment.challenge.asset-address',
    judge: ({ offers, run }) => {
      const profile = run.contract.host.payment;
      const index = offers.findIndex((offer) => offer.network === profile?.network);
      const actual = offers[index]?.asset;
      if (!profile || index === -1 || sameAddress(actual, profile.asset)) return undefined;
      return { detail: 'asset does not match.', at: `/accepts/${index}/asset`, expected: profile.asset, actual };
    },
  },
  // An offer in that token contract names the contract's EIP-712 domain. The documents give no domain and payments are
  // signed under the one offered, so a mismatch is reported but fails no run.
  {
    id: 'payment.challenge.domain',
    judge: ({ offers, run }) => {
      const profile = run.contract.host.payment;
      if (!profile) return undefined;
      const index = offers.findIndex(
        ({ network, asset }) => network === profile.network && sameAddress(asset, profile.asset),
      );
      const { name, version } = fieldsOf(offers[index]?.extra);
      const { domain } = profile;
      if (!domain || index === -1 || (name === undefined && version === undefined)) return undefined;
      if (name === domain.name && version === domain.version) return undefined;
      return {
        detail: 'The EIP-712 domain does not match.',
        at: `/accepts/${index}/extra`,
        expected: { name: domain.name, version: domain.version },
        actual: { name, version },
      };
    },
  },
];

/** The checks of the offers of a challenge. */
export const offerChecks: readonly ProtocolCheck[] = [
  ...fields.map((field) => offerCheck({ id: field.id, judge: (offer) => fieldMismatch([field], offer) })),
  ...agreements.map(offerCheck),
  ...lists.map(challengeCheck),
];
