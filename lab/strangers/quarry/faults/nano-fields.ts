/** Faults of the nano host in single fields of its answers, and in what a second wallet or a retry meets. */
import { customs } from '../customs.ts';
import { law } from '../law.ts';
import { type Fault, face, group, imageLine, passes, speechLine } from './fault.ts';

const host = 'nano';
const enrollLine = 'POST /api/v1/realface/enroll';
const modelsLine = 'GET /api/v1/models';

export const nanoFieldFaults: Fault[] = [
  {
    id: 'nano-group-of-first-wallet',
    host,
    says: 'After its first enrolment a face group takes enrolments of the same wallet only.',
    quote: 'anyone holding it can refresh the link and enroll into the group',
    apply: () => {
      customs.faces.mayEnroll = (found, payer) => (found.first ?? payer) === payer;
    },
    probe: async (buyer) => {
      const id = await group(buyer, true);
      await buyer.pay(enrollLine, face(id));
      return (await buyer.pay(enrollLine, face(id), { key: buyer.place.other })).status === 200;
    },
  },
  {
    id: 'nano-uncapped-estimate',
    host,
    says: 'The estimated seconds of prompt-directed audio are reported without the cap that the price has.',
    quote: 'its 402 quote uses an estimate reported as `generation_info.estimated_seconds`',
    apply: () => {
      customs.audio.reportedSeconds = (_estimate, characters) => Math.ceil(characters / law.audio.charactersPerSecond);
    },
    probe: async (buyer) => {
      const seen = await buyer.send(speechLine, { model: 'echo/stage', input: 'stone '.repeat(450) });
      return Number(seen.at('generation_info.estimated_seconds')) * 3000 === Number(seen.at('accepts.0.amount'));
    },
  },
  {
    id: 'nano-retry-prolongs-limit',
    host,
    says: 'Every refused request begins the window of a rate limit anew.',
    quote: '| 100 requests per hour per IP |',
    apply: () => {
      customs.limits.afterRefusal = (_until, at, seconds) => at + seconds * 1000;
    },
    probe: async (buyer) => {
      await passes(buyer, modelsLine, 101);
      await buyer.advance(1800);
      await buyer.send(modelsLine);
      await buyer.advance(1860);
      return (await buyer.send(modelsLine)).status === 200;
    },
  },
  {
    id: 'nano-payment-network-first',
    host,
    says: 'The payment of an image result names the first chain, whichever paid.',
    quote: '`{status: settled or already_settled, tx_hash, network}`',
    apply: () => {
      customs.pay.networkShown = () => law.nano.chains[0]?.network ?? '';
    },
    probe: async (buyer) => {
      const seen = await buyer.pay(imageLine, { model: 'chalk/stroke', prompt: 'a cliff' }, { accept: 1 });
      return seen.at('payment.network') === (await buyer.transfers())[0]?.network;
    },
  },
  {
    id: 'nano-price-per-thousand',
    host,
    says: 'The catalog lists the models of messages with prices per thousand tokens.',
    quote: '`categories` (any of `chat`, `reasoning`, `coding`, `vision`) and per-token prices',
    apply: () => {
      customs.catalog.listed = (perThousand, model) => perThousand * (model.family === 'messages' ? 1000 : 1);
    },
    probe: async (buyer) => {
      const models = (await buyer.send(modelsLine)).at('data') as { id: string; pricing: Record<string, string> }[];
      const model = 'basalt/dyke-minor';
      const each = Number(models.find((one) => one.id === model)?.pricing.output_per_token);
      const body = { model, max_tokens: 1000, messages: [{ role: 'user', content: 'Good day' }] };
      const seen = await buyer.send('POST /api/v1/messages', body);
      return Math.abs(each * 1000 - Number(seen.at('price.breakdown.outputCost'))) < 0.000_002;
    },
  },
];
