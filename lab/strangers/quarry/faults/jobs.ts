/** Faults of jobs on Solana: what is said at submission, at a later poll, and after a settlement that failed. */
import { customs } from '../customs.ts';
import { type Fault, imageJob, says, videoLine } from './fault.ts';

const host = 'solana';
const frames = { image_url: 'https://photos.example/a.png', last_frame_url: 'https://photos.example/b.png' };

export const jobFaults: Fault[] = [
  {
    id: 'second-poll-hash',
    host,
    says: 'A later poll shows the identifier of its own authorization as the hash of the transaction.',
    quote: '`{status: settled or already_settled, tx_hash, network}`',
    apply: () => {
      customs.jobs.hashShown = (_transfer, paid) => paid.id;
    },
    probe: async (buyer) => {
      const line = await imageJob(buyer);
      await buyer.pay(line);
      const again = await buyer.pay(line);
      const [made] = await buyer.transfers();
      return again.at('payment.status') === 'already_settled' && again.at('payment.tx_hash') === made?.tx_hash;
    },
  },
  {
    id: 'unsettled-poll-lost',
    host,
    says: 'A job whose settlement fails on a poll is given up as failed.',
    quote: '402 `Payment settlement failed` (image ready, retry or re-sign)',
    apply: () => {
      customs.jobs.unsettled = (job) => {
        job.failure = 'The payment could not be settled.';
      };
    },
    probe: async (buyer) => {
      const line = await imageJob(buyer);
      await buyer.control('POST /settlement', { outcome: 'fail' });
      const first = await buyer.pay(line);
      return first.status === 402 && (await buyer.pay(line)).at('payment.status') === 'settled';
    },
  },
  {
    id: 'two-frames-as-image',
    host,
    says: 'The last frame is forgotten when the input type is inferred, so first_last_frame is always refused.',
    quote: 'must match the seed fields sent, else 400 carrying `inferred_input_type`',
    apply: () => {
      customs.videos.minds.lastFrame = false;
    },
    probe: says(videoLine, { model: 'seam/drift-2', prompt: 'a cart', input_type: 'first_last_frame', ...frames }, 402),
  },
];
