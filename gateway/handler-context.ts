import type { Services } from '@tollwright/runtime/services';
import type { Media } from './media.ts';
import type { Upstream } from './upstream/port.ts';

/** What every handler works with. */
export interface HandlerContext {
  /** Read it when a call comes: whoever starts the gateway may still replace parts of it before the first one. */
  readonly services: Services;
  readonly upstream: Upstream;
  readonly media: Media;
}
