/** The port to the providers of character assets. */

import type { UpstreamContext, UpstreamFile } from './context.ts';

/** A request to enroll a character. */
export interface EnrollRequest {
  /** A `portrait` shows a virtual person; a `face` has to match the person who passed the liveness check of the group. */
  readonly kind: 'portrait' | 'face';
  readonly name: string;
  /** On the public internet; its provider fetches it and follows no redirect out of there. */
  readonly imageUrl: string;
  readonly group: string;
}

/** An enrolled character. */
export interface EnrolledCharacter {
  /** The provider's own id. */
  readonly id: string;
  /** The image that it was enrolled with; its source is the URL of the request. */
  readonly image: UpstreamFile;
}

/** The providers of character assets. Every method rejects with an `UpstreamFailure` when the provider does not deliver. */
export interface CharacterUpstream {
  /** Opens the page of a group's liveness check and returns its URL. */
  openLivenessCheck(group: string, context: UpstreamContext): Promise<string>;
  enrollCharacter(request: EnrollRequest, context: UpstreamContext): Promise<EnrolledCharacter>;
}
