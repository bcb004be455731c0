import type { Fault } from './faults.ts';

const f = (id: string, says: string, quote: string): Fault => ({ id, host: 'base', says, quote });

/** More faults of the per-call host: faces, phone, sandbox and data. */
export const serviceFaults: Fault[] = [
  f(
    'face-group-bound-to-wallet',
    'once a wallet has enrolled into a face group, other wallets that hold the handle are refused',
    'anyone holding it can refresh the link and enroll into the group',
  ),
  f(
    'face-settlement-failure-returned',
    'a face enrollment whose settlement fails is undone with a 402',
    'If settlement fails after a successful enrollment, the service absorbs the cost.',
  ),
  f(
    'renew-expired-lease',
    'an expired number can be renewed for as long as it is listed',
    'renew (before expiry only)',
  ),
  f(
    'wrong-wallet-lists-owners-numbers',
    "the refusal of another wallet's number lists the numbers of that other wallet",
    '`reason`: `wrong_wallet` (body has `payer_wallet` and `your_active_numbers`)',
  ),
  f(
    'ambiguous-by-expired-number',
    'an expired number that is still listed makes a call without from ambiguous',
    'wallet-owned number; omitted uses the only active number; several owned gives 400 `ambiguous_from`',
  ),
  f(
    'max-duration-in-seconds',
    'a call times out after as many seconds as it was given minutes',
    '| max_duration | integer | no | minutes, 1 to 30, default 5 |',
  ),
  f(
    'exec-extends-lifetime',
    "each exec starts a sandbox's lifetime anew",
    '`terminated` after terminate or when the lifetime ends (auto-terminate at the configured timeout)',
  ),
  f(
    'websearch-4xx-flattened',
    'any refusal of the search provider becomes 400',
    'Web-search upstream 4xx statuses (400 to 499) pass through with `error: Bad Request`, `status` and `details`',
  ),
  f(
    'second-page-is-the-first',
    'the cursor of followers is read and forgotten, so each page is the first',
    '`cursor` (optional, the previous `next_cursor`)',
  ),
  f(
    'rpc-notifications-unbilled',
    'elements of a batch that have no id are not billed',
    'JSON-RPC 2.0, 40 chains, aliases supported, batches priced per element',
  ),
];
