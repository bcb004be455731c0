/** Faults of Solana that show at a later call only: polls after a settlement, retries, a sandbox in use; and of receipts. */
import { customs } from '../customs.ts';
import { world } from '../world.ts';
import { type Fault, imageJob, imageLine, under, videoLine } from './fault.ts';

const host = 'solana';

export const secondCallFaults: Fault[] = [
  {
    id: 'stranger-polls-settled-job',
    host,
    says: 'Once a job is settled, any wallet may poll it and is shown its result.',
    quote: 'needs a payment header signed by the submitting wallet',
    apply: () => {
      customs.jobs.boundToOwner = (job) => job.transfer === null;
    },
    probe: async (buyer) => {
      const line = await imageJob(buyer);
      await buyer.pay(line);
      return (await buyer.pay(line, undefined, { key: buyer.place.other })).status === 403;
    },
  },
  {
    id: 'failed-settlement-spends-authorization',
    host,
    says: 'An authorization whose settlement failed on a poll counts as used, so that a retry is a replay.',
    quote: '402 `Payment settlement failed` (image ready, retry or re-sign)',
    apply: () => {
      customs.jobs.unsettled = (job, key) => {
        job.auth = '';
        world.claims.set(key, '');
      };
    },
    probe: async (buyer) => {
      const line = await imageJob(buyer);
      const ticket = await buyer.ticket(line);
      await buyer.control('POST /settlement', { outcome: 'fail' });
      const failed = await buyer.send(line, undefined, ticket);
      const retried = await buyer.send(line, undefined, ticket);
      return failed.status === 402 && retried.status === 200;
    },
  },
  {
    id: 'inline-image-without-receipt',
    host,
    says: 'Calls that settle by themselves (inline images, enrolments) carry no receipt headers.',
    quote: 'Headers: `PAYMENT-RESPONSE` and `X-Payment-Receipt`.',
    apply: () => {
      customs.pay.showsReceipt = (byItself) => !byItself;
    },
    probe: async (buyer) => {
      const seen = await buyer.pay(imageLine, { model: 'chalk/stroke', prompt: 'a cliff' });
      return seen.headers.get('x-payment-receipt') === seen.at('payment.tx_hash');
    },
  },
  {
    id: 'poll-image-flag-unsigned',
    host,
    says: 'The image flag of a poll URL is not covered by its signature and may be changed.',
    quote:
      '`sig` (an HMAC over billed duration, image flag, resolution and reference counts; a hand-built query gives 400)',
    apply: () => {
      customs.videos.signed = customs.videos.signed.filter((name) => name !== 'i2v');
    },
    probe: async (buyer) => {
      const made = await buyer.pay(videoLine, { model: 'geode/motion-1', prompt: 'a cart rolls' });
      const changed = String(made.at('poll_url')).replace('i2v=0', 'i2v=1');
      return (await buyer.send(`GET ${changed}`)).status === 400;
    },
  },
  {
    id: 'exec-renews-sandbox',
    host,
    says: 'Every command begins the lifetime of a sandbox anew.',
    quote: '`terminated` after terminate or when the lifetime ends (auto-terminate at the configured timeout)',
    apply: () => {
      customs.boxes.endsAfterUse = (box, at) => at + box.seconds * 1000;
    },
    probe: async (buyer) => {
      const made = await buyer.pay(under('sandbox', 'sandbox/create'), { timeout: 100 });
      const sandbox_id = made.at('sandbox_id');
      await buyer.advance(60);
      await buyer.pay(under('sandbox', 'sandbox/exec'), { sandbox_id, command: ['true'] });
      await buyer.advance(60);
      return (await buyer.pay(under('sandbox', 'sandbox/status'), { sandbox_id })).at('status') === 'terminated';
    },
  },
];
