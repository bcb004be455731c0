import type { Fault } from '../faults.ts';

/** More faults of text operations, search, errors, catalogs and discovery. */
export const moreTextFaults: Fault[] = [
  {
    id: 'breakdown-stream',
    host: 'base',
    says: 'The 402 of a streaming chat call has no price.breakdown.',
    quote: 'The chat 402 body also carries `price.breakdown{inputCost, outputCost, margin}`.',
  },
  {
    id: 'messages-any-format',
    host: 'base',
    says: 'Messages also serves the models of the responses format.',
    quote: 'Only ids of the one provider family that speaks this format (10 ids, all prefixed by that provider).',
  },
  {
    id: 'path-max-tokens-clamped',
    host: 'base',
    says: 'Chat with the model in the path takes max_tokens above 128000 and cuts it down.',
    quote: '| `max_tokens` on chat | 1 to 128000 |',
  },
  {
    id: 'messages-top-k-zero',
    host: 'base',
    says: 'Messages refuses top_k of 0.',
    quote: '| top_k | integer | no | Minimum 0. |',
  },
  {
    id: 'unprefixed-only-gpt',
    host: 'base',
    says: 'Responses finds a model without its provider prefix only when its name begins with gpt-.',
    quote: 'Ids of the one provider family that speaks this format (30 ids; the provider prefix is optional).',
  },
  {
    id: 'search-per-source',
    host: 'base',
    says: 'A search of all three sources costs half as much again.',
    quote: '`max_results` times 0.02625 plus 0.001 per call (default 10 gives 0.2635)',
  },
  {
    id: 'catalog-max-output',
    host: 'base',
    says: 'In the model catalog the models that do not chat have no max_output.',
    quote: 'returns, per model, `name`, `description`, `context_window`, `max_output`, `categories`',
  },
  {
    id: 'retry-after-fixed',
    host: 'test',
    says: 'The header Retry-After of an upstream 429 is always 60, whatever the upstream gives.',
    quote: '`Retry-After` (seconds; default 60 when the upstream gives none)',
  },
  {
    id: 'pricing-unlimited',
    host: 'test',
    says: 'The price sheet is served without a limit.',
    quote: '`/v1/{image,video,audio}/models`, `GET /api/pricing` | 100 requests per hour per IP',
  },
  {
    id: 'catalog-size-dropped',
    host: 'test',
    says: 'The image catalog lists at most seven sizes of a model.',
    quote: '8 sizes from 1024x1024 to 2848x1600',
  },
  {
    id: 'background-unsettled',
    host: 'test',
    says: 'A background response is not settled when it is created, and never later.',
    quote: 'poll a background response; `?stream=true` attaches to it | free (settled at create)',
  },
];
