import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { RequestChecks } from '@tollwright/runtime/pipeline/parts';
import { checkImageUrl } from './characters/check-image-url.ts';
import { checkVideo, checkVideoContent } from './video/checks.ts';

/** What this gateway checks of requests beyond the rules of the specification, by operation id. */
export function requestChecks(host: HostDefinition): RequestChecks {
  return {
    'create-video': checkVideoContent(host),
    'enroll-portrait': checkImageUrl,
    'enroll-realface': checkImageUrl,
    'generate-video': checkVideo,
  };
}
