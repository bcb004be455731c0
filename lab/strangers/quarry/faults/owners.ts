/** Faults of handles, numbers, sandboxes and data on Solana: expiries, second owners, second calls, lists of words. */
import { cryptoRows } from '../crypto.ts';
import { customs } from '../customs.ts';
import { type Fault, group, lease, says, under } from './fault.ts';

const host = 'solana';
const initLine = 'POST /api/v1/realface/init';
const statusPath = '/api/v1/realface/status';
const renewLine = 'POST /api/v1/phone/numbers/renew';
const day = 86_400;

export const ownerFaults: Fault[] = [
  {
    id: 'refresh-new-group',
    host,
    says: 'Refreshing the link of a group makes a new group.',
    quote: 'calling init again with `groupId` refreshes the link',
    apply: () => {
      customs.faces.refreshed = () => undefined;
    },
    probe: async (buyer) => {
      const id = await group(buyer, false);
      return (await buyer.send(initLine, { name: 'Ada', groupId: id })).at('group_id') === id;
    },
  },
  {
    id: 'malformed-handle-400',
    host,
    says: 'A group handle of the wrong length answers 400 instead of 404.',
    quote: '404 `Unknown group` (the same answer for absent and malformed handles)',
    apply: () => {
      customs.faces.wellFormed = (handle) => handle.length > 200;
    },
    probe: says(`GET ${statusPath}?groupId=legacy_rf_quarry`, undefined, 404),
  },
  {
    id: 'renew-after-expiry',
    host,
    says: 'A number that has expired can still be renewed.',
    quote: 'after `expires_at` the number is reclaimed and re-pooled and cannot be renewed',
    apply: () => {
      customs.phones.renewsExpired = true;
    },
    probe: async (buyer) => {
      const phoneNumber = (await lease(buyer)).at('phone_number');
      await buyer.advance(30 * day + 60);
      return (await buyer.pay(renewLine, { phoneNumber })).status === 403;
    },
  },
  {
    id: 'wrong-wallet-numbers',
    host,
    says: 'The refusal of a wrong wallet lists the numbers of the owner as those of the payer.',
    quote: '`reason`: `wrong_wallet` (body has `payer_wallet` and `your_active_numbers`)',
    apply: () => {
      customs.phones.numbersOf = (payer, found) => found?.owner ?? payer;
    },
    probe: async (buyer) => {
      const phoneNumber = (await lease(buyer)).at('phone_number');
      const seen = await buyer.pay(renewLine, { phoneNumber }, { key: buyer.place.other });
      return seen.at('reason') === 'wrong_wallet' && seen.at('your_active_numbers.0') === undefined;
    },
  },
  {
    id: 'terminate-twice-404',
    host,
    says: 'Terminating a terminated sandbox answers 404.',
    quote: 'terminate on a terminated sandbox is a no-op',
    apply: () => {
      customs.boxes.terminatesAgain = false;
    },
    probe: async (buyer) => {
      const line = under('sandbox', 'sandbox/terminate');
      const id = (await buyer.pay(under('sandbox', 'sandbox/create'), {})).at('sandbox_id');
      await buyer.pay(line, { sandbox_id: id });
      return (await buyer.pay(line, { sandbox_id: id })).at('status') === 'terminated';
    },
  },
  {
    id: 'category-of-one-word',
    host,
    says: 'The categories of a web search are split into words, so those of two words are refused.',
    quote:
      '`category` (`github`, `news`, `research paper`, `linkedin profile`, `personal site`, `tweet`, `financial report`',
    apply: () => {
      customs.web.categories = customs.web.categories.flatMap((name) => name.split(' '));
    },
    probe: says(under('websearch', 'search'), { query: 'slate', category: 'research paper' }, 402),
  },
  {
    id: 'onchain-query-by-get',
    host,
    says: 'The structured on-chain query is served by GET, and a POST finds nothing.',
    quote: 'except `onchain/sql` and `onchain/query`, which are POST with JSON body',
    apply: () => {
      for (const row of cryptoRows) {
        if (row.on.endsWith('/onchain/query')) row.on = row.on.replace('POST', 'GET');
      }
    },
    probe: says(under('cryptodata', 'onchain/query'), { chain: 'ethereum', query: {} }, 402),
  },
];
