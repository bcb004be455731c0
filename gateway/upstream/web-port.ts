/** The port to the provider of web searches. */

import type { UpstreamContext } from './context.ts';

/** A search, a question, pages to read, or a page to find others like it; the body is the caller's. */
export type WebRequest =
  | {
      readonly kind: 'search';
      readonly query: string;
      readonly numResults: number;
      /** ISO 8601, as are all dates. */
      readonly startPublishedDate?: string;
      readonly endPublishedDate?: string;
      readonly includeDomains?: readonly string[];
      readonly excludeDomains?: readonly string[];
      readonly category?: string;
    }
  | { readonly kind: 'answer'; readonly query: string }
  | { readonly kind: 'contents'; readonly urls: readonly string[] }
  | {
      readonly kind: 'find-similar';
      readonly url: string;
      readonly numResults: number;
      readonly excludeSourceDomain: boolean;
    };

/** The provider of web searches. It rejects with an `UpstreamFailure` when it does not deliver. */
export interface WebUpstream {
  /** Resolves to the provider's own JSON. */
  askWeb(request: WebRequest, context: UpstreamContext): Promise<Readonly<Record<string, unknown>>>;
}
