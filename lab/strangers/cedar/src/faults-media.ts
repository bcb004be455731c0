import type { Fault } from './faults.ts';

const f = (id: string, says: string, quote: string): Fault => ({ id, host: 'base', says, quote });

/** More faults of the per-call host: images, edits, video, audio. */
export const mediaFaults: Fault[] = [
  f(
    'image-fee-per-picture',
    'the 0.001 is taken for each picture of a call',
    'Billing: catalog rate for the size, times `n`, times 1.05, plus 0.001 once per call.',
  ),
  f(
    'later-poll-forgets-hash',
    'polls after the settling one have no tx_hash',
    '| payment | object | `{status: settled or already_settled, tx_hash, network}` |',
  ),
  f(
    'expired-authorization-settles',
    'a job is settled with the authorization of its submission after the window of that authorization',
    'the settling poll must land within the 600 second authorization window (finish within 10 minutes)',
  ),
  f(
    'edit-cap-json-only',
    'the cap on images of an edit is not kept for multipart bodies',
    'A mask on a IMG-B model, a mask together with an image array, or more images than the cap returns 400.',
  ),
  f(
    'references-with-face',
    'reference images are refused beside image_url and last_frame_url, but not beside a face asset',
    'own mode, cannot combine with `image_url`, `last_frame_url`, `real_face_asset_id`; no surcharge',
  ),
  f(
    'reference-gate-after-payment',
    'reference videos and audios are refused only once the payment is verified; without one the answer is a challenge',
    'currently gated: returns 503 before payment; flat `video_url` gives 400',
  ),
  f(
    'poll-sig-forgets-image-flag',
    'the signature of a poll URL does not cover its image flag',
    '`sig` (an HMAC over billed duration, image flag, resolution and reference counts; a hand-built query gives 400)',
  ),
  f(
    'speech-minimum-before-margin',
    'the least price of speech is raised by the margin too, to 0.00315',
    'price is characters divided by 1000, times the rate, plus 5 percent, minimum 0.003',
  ),
  f(
    'speech-price-from-payment',
    'the price of a paid speech call is the amount that the payment says it accepted',
    'The price is recomputed from the body on the paid call, so a payment signed for short text cannot be reused for longer text.',
  ),
  f(
    'lyrics-with-instrumental-false',
    'lyrics are refused wherever instrumental is sent, also as false',
    '`lyrics` (string, not combinable with `instrumental: true`, else 400)',
  ),
];
