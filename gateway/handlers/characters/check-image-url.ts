import { isPublicUrl } from '@tollwright/runtime/http/public-url';
import type { Input } from '@tollwright/runtime/operation/operation';
import type { Issue } from '@tollwright/runtime/validation/issue';

/** Refuses an `image_url` that leads into a private network: the gateway fetches it for the caller. */
export function checkImageUrl({ request }: Input<{ readonly image_url: string }>): readonly Issue[] {
  if (isPublicUrl(request.image_url)) return [];
  const message = 'image_url must be an https URL on the public internet';
  return [{ path: ['image_url'], rule: 'image-url.public', message, error: 'invalid-body' }];
}
