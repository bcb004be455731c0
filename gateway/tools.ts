import type { HostDefinition } from '#runtime/operation.ts';
import type { Services } from '#runtime/services.ts';
import type { Media } from './media.ts';
import type { Upstream } from './upstream/port.ts';

/** What every handler works with. */
export interface Tools {
  readonly host: HostDefinition;
  readonly services: Services;
  readonly upstream: Upstream;
  readonly media: Media;
}
