/** The second table of rules, beside `law.ts`: small judgements where two fields, two calls or two owners meet. */
import type { ImageModel } from './catalog.ts';
import type { Obj, Paid, Row, Transfer } from './wire.ts';
import type { Job, Lease } from './world.ts';

const pay = {
  /** The amount that a paid call owes, computed from its body and never taken from what was signed. */
  owed: (_row: Row, price: number, _payment: Obj | null | undefined) => price,
  /** What makes two authorizations the same one. */
  identity: (id: string, _header: string) => id,
  nonceKey: (nonce: string) => nonce.toLowerCase(),
  mintFits: (mint: string, asset: string) => mint === asset,
  signedAmount: (value: bigint, _asked: string) => Number(value),
  domains: (network: string, _all: string[]) => [network],
  inHeaders: <T>(accepts: T[]) => accepts,
  lateWhy: 'invalid' as 'invalid' | 'stale',
};

const text = {
  topKLeast: 0,
  bound: (asked: number | undefined, usual: number) => asked ?? usual,
  settlesBackground: true,
  tellsCut: true,
};

const search = { counted: (most: number, _sources: number) => most };

const images = {
  rate: (model: ImageModel, size: string) => model.sizes[size] ?? 0,
  files: (images: string[]) => images,
};

const jobs = {
  hashShown: (transfer: Transfer, _paid: Paid) => transfer.tx_hash,
  unsettled: (_job: Job) => {},
  mayPoll: (_paid: Paid, _job: Job) => true,
};

const videos = {
  surcharge: (_references: number) => 1,
  minds: { lastFrame: true },
};

const audio = { charactersOf: (input: string) => [...input].length };

const faces = {
  nameSize: (name: string) => [...name].length,
  refreshed: (id: string | undefined) => id,
  wellFormed: (_handle: string) => true,
};

const phones = {
  release: 0,
  renewsExpired: false,
  numbersOf: (payer: string, _lease: Lease | undefined) => payer,
  chainFits: (bought: string, paid: string) => bought === paid,
  chainShown: (bought: string) => bought,
};

const boxes = { terminatesAgain: true };

const web = {
  categories: [
    'github',
    'news',
    'research paper',
    'linkedin profile',
    'personal site',
    'tweet',
    'financial report',
    'pdf',
    'company',
  ],
};

const social = { queried: (names: string[], most: number) => names.slice(0, most) };
const prices = { aliasIsEquity: true };
const chain = { idOf: (id: unknown, _at: number) => id ?? null };
const limits = { tellsWhen: (_name: string) => true };

export const customs = {
  pay,
  text,
  search,
  images,
  jobs,
  videos,
  audio,
  faces,
  phones,
  boxes,
  web,
  social,
  prices,
  chain,
  limits,
};
