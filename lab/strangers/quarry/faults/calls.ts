/** Faults of text calls, of what identifies a payment, and of the discovery document on Solana. */
import { customs } from '../customs.ts';
import { law } from '../law.ts';
import { type Fault, refusedAs, says, searchLine } from './fault.ts';

const host = 'solana';
const query = { query: 'granite' };
const messagesLine = 'POST /api/v1/messages';
const responsesLine = 'POST /api/v1/responses';
const otherMint = 'So11111111111111111111111111111111111111112';

export const callFaults: Fault[] = [
  {
    id: 'top-k-zero',
    host,
    says: 'A top_k of zero is refused.',
    quote: '| top_k | integer | no | Minimum 0. |',
    apply: () => {
      customs.text.topKLeast = 1;
    },
    probe: says(
      messagesLine,
      { model: 'basalt/dyke-minor', max_tokens: 30, top_k: 0, messages: [{ role: 'user', content: 'Good day' }] },
      402,
    ),
  },
  {
    id: 'responses-unbound',
    host,
    says: 'The quote of responses is made from the usual output, whatever max_output_tokens says.',
    quote: '| max_output_tokens | integer | no | Minimum 1. Bounds the quoted price. |',
    apply: () => {
      customs.text.bound = (_asked, usual) => usual;
    },
    probe: async (buyer) => {
      const body = { model: 'quartzite/q4-mini', input: 'Good day' };
      const short = await buyer.quote(responsesLine, { ...body, max_output_tokens: 16 });
      return short < (await buyer.quote(responsesLine, { ...body, max_output_tokens: 3000 }));
    },
  },
  {
    id: 'background-unsettled',
    host,
    says: 'Creating a background response settles nothing.',
    quote: 'free (settled at create)',
    apply: () => {
      customs.text.settlesBackground = false;
    },
    probe: async (buyer) => {
      const body = { model: 'quartzite/q4-mini', input: 'Hi', background: true };
      const asked = await buyer.quote(responsesLine, body);
      const made = await buyer.pay(responsesLine, body);
      return made.status === 200 && (await buyer.spent()) === asked;
    },
  },
  {
    id: 'header-claims',
    host,
    says: 'What is claimed is the text of the header, so the same transaction in another encoding pays again.',
    quote: 'the authorization identifier is claimed; reuse returns 402 code `PAYMENT_REPLAY`',
    apply: () => {
      customs.pay.identity = (id, header) => `${id} ${header}`;
    },
    probe: async (buyer) => {
      const ticket = await buyer.ticket(searchLine, query);
      const first = await buyer.send(searchLine, query, ticket);
      const parsed = JSON.parse(Buffer.from(ticket['PAYMENT-SIGNATURE'] ?? '', 'base64').toString());
      const again = Buffer.from(JSON.stringify(parsed, null, 1)).toString('base64');
      const second = await buyer.send(searchLine, query, { 'PAYMENT-SIGNATURE': again });
      return first.status === 200 && refusedAs(second, 'PAYMENT_REPLAY');
    },
  },
  {
    id: 'any-mint',
    host,
    says: 'A transfer of another token than USDC is accepted.',
    quote: 'Each paid request is paid in USDC through x402.',
    apply: () => {
      customs.pay.mintFits = () => true;
    },
    probe: async (buyer) =>
      refusedAs(await buyer.pay(searchLine, query, { twist: { mint: otherMint } }), 'PAYMENT_INVALID'),
  },
  {
    id: 'sports-advertised',
    host,
    says: 'The withdrawn sports group stands in the OpenAPI document.',
    quote: 'is temporarily unavailable (upstream 500) and withheld from discovery',
    apply: () => {
      law.discoverable = (row) => row.hidden !== true || row.on.includes('/pm/sports/');
    },
    probe: async (buyer) => !(await buyer.send('GET /openapi.json')).text.includes('/pm/sports'),
  },
];
