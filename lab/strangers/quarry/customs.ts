/** The second table of rules, beside `law.ts`: small judgements where two fields, two calls or two owners meet. */
import type { ImageModel, TextModel } from './catalog.ts';
import type { Obj, Paid, Row, Transfer } from './wire.ts';
import type { Box, Group, Job, Lease } from './world.ts';

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
  /** Whether an answer shows its receipt, also where the call has settled by itself. */
  showsReceipt: (_byItself: boolean) => true,
  networkShown: (network: string) => network,
  lateWhy: 'invalid' as 'invalid' | 'stale',
};

const text = {
  topKLeast: 0,
  bound: (asked: number | undefined, usual: number) => asked ?? usual,
  settlesBackground: true,
  tellsCut: true,
  inputItem: (_item: Obj) => true,
};

const search = { counted: (most: number, _sources: number) => most };

const images = {
  rate: (model: ImageModel, size: string) => model.sizes[size] ?? 0,
  files: (images: string[]) => images,
  /** How many images one image of a request counts for. */
  weight: (_body: Obj) => 1,
};

const jobs = {
  hashShown: (transfer: Transfer, _paid: Paid) => transfer.tx_hash,
  unsettled: (_job: Job, _key: string): void => {},
  boundToOwner: (_job: Job) => true,
  mayPoll: (_paid: Paid, _job: Job) => true,
};

const videos = {
  surcharge: (_references: number) => 1,
  minds: { lastFrame: true },
  signed: ['model', 'duration', 'i2v', 'res', 'refs'],
};

const audio = {
  charactersOf: (input: string) => [...input].length,
  reportedSeconds: (estimate: number, _characters: number) => estimate,
};

const faces = {
  nameSize: (name: string) => [...name].length,
  refreshed: (id: string | undefined) => id,
  wellFormed: (_handle: string) => true,
  mayEnroll: (_group: Group, _payer: string) => true,
};

const phones = {
  release: 0,
  renewsExpired: false,
  numbersOf: (payer: string, _lease: Lease | undefined) => payer,
  chainFits: (bought: string, paid: string) => bought === paid,
  chainShown: (bought: string) => bought,
  strictFor: (_paid: boolean) => true,
};

const boxes = { terminatesAgain: true, endsAfterUse: (box: Box, _at: number) => box.ends };

const web = {
  counted: (urls: string[]) => urls.length,
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

const social = {
  queried: (names: string[], most: number) => names.slice(0, most),
  distinct: (names: string[], bare: (name: string) => string) => [...new Set(names.map(bare))],
};
const prices = { aliasIsEquity: true };
const chain = { idOf: (id: unknown, _at: number) => id ?? null };
const limits = {
  tellsWhen: (_name: string) => true,
  /** When a window ends after a refusal at some moment. */
  afterRefusal: (until: number, _at: number, _seconds: number) => until,
};
const catalog = { listed: (perThousand: number, _model: TextModel) => perThousand };

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
  catalog,
};
