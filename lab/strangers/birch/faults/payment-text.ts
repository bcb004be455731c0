import type { Fault } from '../faults.ts';

/** Faults of text operations, search, discovery and limits. */
export const textFaults: Fault[] = [
  {
    id: 'messages-margin',
    host: 'base',
    says: 'Models of the messages format carry a margin of 5 percent.',
    quote: 'Chat, messages and responses add no platform margin.',
  },
  {
    id: 'messages-cut',
    host: 'base',
    says: 'A cut messages stream goes on to message_stop after its error event, as if it had ended well.',
    quote: 'A stream that is cut or malformed ends with an error event.',
  },
  {
    id: 'background-bound',
    host: 'test',
    says: 'max_output_tokens of a background response is ignored: the quote always counts the default.',
    quote: '| max_output_tokens | integer | no | Minimum 1. Bounds the quoted price. |',
  },
  {
    id: 'allow-any',
    host: 'base',
    says: 'Once one wallet is on the allowlist every wallet may use the native passthrough.',
    quote: 'token-based; only allowlisted enterprise payers',
  },
  {
    id: 'search-rounding',
    host: 'test',
    says: 'The search price is rounded to a hundredth of a cent: odd numbers of results cost 0.00005 too much.',
    quote: 'Search pricing: `max_results` times 0.02625 plus 0.001 per call',
  },
  {
    id: 'search-bytes',
    host: 'base',
    says: 'The length of a search query is counted in bytes: long texts in other scripts are refused.',
    quote: '`max_results` on search | 1 to 50; `query` up to 1000 characters',
  },
  {
    id: 'news-citations',
    host: 'base',
    says: 'Citations of the source news are objects with url and title.',
    quote: '`citations` array of URI strings',
  },
  {
    id: 'category-long',
    host: 'base',
    says: 'Models with a context window above a million have a fifth category, long-context.',
    quote: '`categories` (any of `chat`, `reasoning`, `coding`, `vision`)',
  },
  {
    id: 'bare-catalog',
    host: 'base',
    says: 'The model catalogs are served without the /api prefix too.',
    quote: 'bare `/v1/...` path on a pay-per-call host',
  },
  {
    id: 'reset-seconds',
    host: 'base',
    says: 'X-RateLimit-Reset is in unix seconds.',
    quote: 'with header `X-RateLimit-Reset: <unix-ms>`',
  },
  {
    id: 'health-hour',
    host: 'test',
    says: 'The 60 health requests are counted over an hour.',
    quote: '| `GET /api/health/*` | 60 requests per minute per IP |',
  },
];
