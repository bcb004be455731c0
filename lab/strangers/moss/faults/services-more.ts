import type { Fault } from '../faults.ts';

function fault(id: string, says: string, quote: string): Fault {
  return { id, host: 'account', says, quote };
}

/** More faults of media, assets, phone and data services. */
export const servicesMoreFaults: Fault[] = [
  fault(
    'image-wide-price',
    'An image of IMG-C at 1344x768 is charged at the rate of 1440x1440.',
    '0.01675 up to 1344 sizes, 0.022 at 1440x1440',
  ),
  fault(
    'image-async-n',
    'An image job that is answered with 202 costs one image, however many were asked for.',
    'Billing: catalog rate for the size, times `n`, times 1.05',
  ),
  fault(
    'image-base64-backed-up',
    'An image of a model with base64 output is said to be backed up although its mirror failed.',
    '| data[].backed_up | boolean | true when mirrored |',
  ),
  fault(
    'image-result-id',
    'The result of an image job that ran on has an id of its own, not that of the job.',
    'per-call job id, same value as `job_id` in async envelopes and replay 402s',
  ),
  fault(
    'video-claim-day',
    'A finished video job that was not polled is forgotten after 24 hours.',
    '| Video job claimable | about 48 hours |',
  ),
  fault(
    'video-never-started',
    'A video job is said to be queued until it is finished, also when the upstream has started.',
    '| queued | upstream starts | | in_progress | |',
  ),
  fault(
    'video-type-last-frame',
    'The input type image is accepted for a first and a last frame.',
    'must match the seed fields sent, else 400 carrying `inferred_input_type`',
  ),
  fault(
    'video-seed-discount',
    'A clip of family S that starts with an image is charged 10 percent less.',
    'Image seeding has no discount.',
  ),
  fault(
    'video-quote-480p',
    'The answer to a 480p request of family S quotes the 720p price, while the 480p price is charged.',
    'the 202 body `price.amount` is the exact quote',
  ),
  fault(
    'video-poll-any-key',
    'A video job can be polled, and is handed out, with any key.',
    'returns 202 with `poll_url`, to be used verbatim with the same key',
  ),
  fault('speech-speed-edge', 'The slowest speed of speech, 0.7 itself, is refused.', '`speed` (number 0.7 to 1.2)'),
  fault(
    'speech-directed-voice',
    'The prompt-directed model refuses a voice that is not in the catalog.',
    'The prompt-directed model ignores `voice`',
  ),
  fault(
    'face-pending-charged',
    'An enrollment that comes before the liveness check is refused with 425 and charged.',
    '| pending_validation | `POST /realface/enroll` | | unchanged | 425, no charge |',
  ),
  fault(
    'face-refresh-uncounted',
    'A face init that refreshes a link does not count against the hourly limit.',
    '| Face init | 10 per hour per IP |',
  ),
  fault(
    'face-group-bound',
    'A face group that was made with a key can be enrolled into with this key only.',
    'anyone holding it can refresh the link and enroll into the group',
  ),
  fault(
    'renew-after-expiry',
    'A number whose lease has expired can still be renewed, and is charged.',
    'after `expires_at` the number is reclaimed and re-pooled and cannot be renewed',
  ),
  fault(
    'release-lingers',
    'A released number leaves the list, but calls can still be placed from it.',
    'release returns it to the pool at once',
  ),
  fault(
    'call-from-expired',
    'An expired number makes the caller ambiguous although only one number is active.',
    'wallet-owned number; omitted uses the only active number',
  ),
  fault(
    'call-default-ten',
    'A call without max_duration goes on for 10 minutes before it times out.',
    'minutes, 1 to 30, default 5',
  ),
  fault(
    'terminate-twice',
    'Terminate on a sandbox that is terminated already is refused with 409.',
    'terminate on a terminated sandbox is a no-op',
  ),
  fault(
    'websearch-category-space',
    'The categories of two words are only taken with an underscore.',
    '`category` (`github`, `news`, `research paper`, `linkedin profile`, `personal site`, `tweet`,',
  ),
  fault(
    'social-dedupe-at',
    'A user who is named with and without @ is queried and charged twice.',
    'leading @ stripped; duplicates removed; over 100 only the first 100 are queried',
  ),
  fault(
    'followings-empty-charged',
    'An empty page of followings is charged; one of followers is not.',
    'continue until `has_next_page` is false; no charge if nothing returned',
  ),
  fault(
    'usstock-history-free',
    'The history of a US stock is free below usstock and charged below stocks/us.',
    '`usstock` is an alias of market `us`',
  ),
  fault(
    'prediction-post-free',
    'The one prediction call that is a POST is not charged.',
    'every call 0.0085 USD on every tier and method',
  ),
  fault('prediction-limit-b', 'Venue B takes a limit of up to 1000.', '| Prediction `limit` | 1 to 100 |'),
  fault(
    'rpc-notification-free',
    'Elements of a JSON-RPC batch that have no id are not charged.',
    'batches priced per element',
  ),
];
