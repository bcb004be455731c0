/** The port to the providers of character assets. */

import type { UpstreamContext, UpstreamFile } from './context.ts';

export interface EnrollRequest {
  /** A `portrait` shows a virtual person; a `face` has to match the person who passed the liveness check of the group. */
  readonly kind: 'portrait' | 'face';
  readonly name: string;
  /** On the public internet; its provider fetches it and follows no redirect out of there. */
  readonly imageUrl: string;
  readonly group: string;
}

/** A character as its provider keeps it. */
export interface EnrolledCharacter {
  /** The provider's own id. */
  readonly id: string;
  /** The image that it was enrolled with; its source is the URL of the request. */
  readonly image: UpstreamFile;
}

/** The providers of character assets. Every method rejects with an `UpstreamFailure` when the provider does not deliver. */
export interface CharacterUpstream {
  /** Opens the page on which the rights-holder passes the liveness check of a group: its URL. */
  openLivenessCheck(group: string, context: UpstreamContext): Promise<string>;
  enrollCharacter(request: EnrollRequest, context: UpstreamContext): Promise<EnrolledCharacter>;
}
