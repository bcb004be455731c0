import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { RequestChecks } from '@tollwright/runtime/pipeline/parts';
import type { Handlers } from '#generated/handlers.ts';
import { accountHandlers } from './account/index.ts';
import { audioHandlers } from './audio/index.ts';
import { characterHandlers, checkImageUrl } from './characters/index.ts';
import { discoveryHandlers } from './discovery/index.ts';
import { imageHandlers } from './images/index.ts';
import { marketHandlers } from './markets/index.ts';
import { phoneHandlers } from './phone/index.ts';
import { predictionHandlers } from './prediction/index.ts';
import { sandboxHandlers } from './sandbox/index.ts';
import { searchHandlers } from './search/index.ts';
import type { HandlerContext } from './shared/context.ts';
import { socialHandlers } from './social/index.ts';
import { textHandlers } from './text/index.ts';
import { utilityHandlers } from './utility/index.ts';
import { checkVideo, checkVideoContent } from './video/checks.ts';
import { videoHandlers } from './video/index.ts';
import { webSearchHandlers } from './websearch/index.ts';

/** Every handler by the id of the operation that it serves. */
export function createHandlers(context: HandlerContext): Handlers {
  return {
    ...accountHandlers(context),
    ...audioHandlers(context),
    ...characterHandlers(context),
    ...discoveryHandlers(context),
    ...imageHandlers(context),
    ...marketHandlers(context),
    ...phoneHandlers(context),
    ...predictionHandlers(context),
    ...sandboxHandlers(context),
    ...searchHandlers(context),
    ...socialHandlers(context),
    ...textHandlers(context),
    ...utilityHandlers(context),
    ...videoHandlers(context),
    ...webSearchHandlers(context),
  };
}

/** Checks of requests that the specification does not state, by operation id. */
export function requestChecks(host: HostDefinition): RequestChecks {
  return {
    'create-video': checkVideoContent(host),
    'enroll-portrait': checkImageUrl,
    'enroll-realface': checkImageUrl,
    'generate-video': checkVideo,
  };
}
