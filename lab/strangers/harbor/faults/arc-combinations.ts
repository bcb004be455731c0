/** Faults of the Arc host that show only for one kind of item, option or header; written without sight of any suite. */
import { type Fault, faultsOf, paidOk, post, response, SEARCH } from './kit.ts';

const fault = faultsOf('arc');
const query = { query: 'tides' };
const said = { role: 'user', content: 'How is the tide?' };

export const arcCombinationFaults: Fault[] = [
  fault(
    'arc-tool-output-refused',
    'Every input item of a response must have a role, so that the output of a tool is refused.',
    'Array of input items (messages, function_call_output, reasoning replays).',
    (rules) => {
      rules.combinations.roleWanted = true;
    },
    post(
      '/api/v1/responses',
      response({
        input: [
          said,
          { type: 'function_call', call_id: 'call_1', name: 'tide', arguments: '{}' },
          { type: 'function_call_output', call_id: 'call_1', output: 'high' },
        ],
      }),
      402,
    ),
  ),
  fault(
    'arc-store-streamed',
    'A response may be stored if it is streamed.',
    '`store:true`, `previous_response_id`, `conversation`, `prompt` and `background` return 400.',
    (rules) => {
      rules.combinations.storeCheckedInStreams = false;
    },
    post('/api/v1/responses', response({ store: true, stream: true }), 400),
  ),
  fault(
    'arc-receipt-nonce',
    'The receipt is the nonce of the authorization instead of the hash of the transaction.',
    'The response carries `X-Payment-Response` / `PAYMENT-RESPONSE` (settlement receipt) and `X-Payment-Receipt` (transaction hash).',
    (rules) => {
      rules.combinations.receiptIsNonce = true;
    },
    async (client) => {
      const { headers } = await paidOk(client, SEARCH, query);
      const { body } = await client.control(`/ledger?payer=${client.payer.address}`);
      return headers.get('x-payment-receipt') === String(body.transfers?.[0]?.tx_hash);
    },
  ),
  fault(
    'arc-retry-after-fixed',
    'The header names a wait of a minute though the upstream asked for another one.',
    '`Retry-After` (seconds; default 60 when the upstream gives none)',
    (rules) => {
      rules.combinations.retryAfterAsAsked = false;
    },
    async (client) => {
      await client.script(`POST ${SEARCH}`, 'capacity', { retry_after_seconds: 17 });
      const { status, headers } = await client.pay('POST', SEARCH, query);
      return status === 429 && headers.get('retry-after') === '17';
    },
  ),
];
