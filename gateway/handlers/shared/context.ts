import type { Services } from '@tollwright/runtime/pipeline/services';
import type { Upstream } from '../../upstream/port.ts';
import type { Media } from './media.ts';

/** What every handler gets besides its call. */
export interface HandlerContext {
  /** Read it on each call: parts of it may be replaced until the gateway has started. */
  readonly services: Services;
  readonly upstream: Upstream;
  readonly media: Media;
}
