import type { Fault } from './faults.ts';

const f = (id: string, says: string, quote: string): Fault => ({ id, host: 'base', says, quote });

/** More faults of the per-call host: authorizations, challenges, text models, limits. */
export const paymentFaults: Fault[] = [
  f(
    'claim-per-route',
    'claims are kept per route, so the same authorization pays once on each route of its price',
    'Authorizations are single-use.',
  ),
  f(
    'recipient-by-clients-word',
    'the recipient is compared with the payTo that the client says it accepted, so money may go to the payer itself',
    'signature, amount, network and recipient match',
  ),
  f(
    'exact-balance-unfunded',
    'a wallet that holds exactly the price is called underfunded',
    'signature, amount, network and recipient match | verified',
  ),
  f(
    'header-window-300',
    'the headers of an image or video challenge offer 300 seconds where the body offers 600',
    'The same requirements are in the headers `X-Payment-Required` / `PAYMENT-REQUIRED` (base64 JSON) and `WWW-Authenticate`.',
  ),
  f('poll-without-x-payment', 'polls of a job do not read X-Payment', '`X-Payment` is accepted too.'),
  f(
    'retry-after-always-60',
    "Retry-After is 60 also when the upstream gives a time of its own, which the body's retry_after_seconds tells",
    'Headers: `Retry-After` (seconds; default 60 when the upstream gives none)',
  ),
  f(
    'background-never-settled',
    'creating a background response settles nothing, and polls are free',
    '| GET | /api/v1/responses/{id} | poll a background response; `?stream=true` attaches to it | free (settled at create) |',
  ),
  f(
    'search-priced-per-source',
    'the price of a search grows with the number of sources; the default two cost what they should',
    'Search pricing: `max_results` times 0.02625 plus 0.001 per call (default 10 gives 0.2635).',
  ),
  f(
    'limit-window-renewed',
    'each request renews the window of a limit, so a steady client is refused though it stays below the limit',
    '| `GET /v1/models`, `/v1/{image,video,audio}/models`, `GET /api/pricing` | 100 requests per hour per IP |',
  ),
];
