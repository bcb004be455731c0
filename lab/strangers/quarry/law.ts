/** The rules of the documents as one table that the routes read at the time of each request: numbers, words, small judgements. */
import type { Reply, Row } from './wire.ts';

const hourly = (most: number) => ({ most, seconds: 3600 });

const limits: Record<string, { most: number; seconds: number }> = {
  models: hourly(100),
  'image models': hourly(100),
  'video models': hourly(100),
  'audio models': hourly(100),
  pricing: hourly(100),
  health: { most: 60, seconds: 60 },
  'face status': hourly(120),
  'face listing': hourly(120),
  'portrait listing': hourly(120),
  'face init': hourly(10),
  client: hourly(120),
};

const pay = {
  version: 2,
  challengeStatus: 402,
  words: {
    unpaid: 'Payment Required',
    refused: 'Payment verification failed',
    unsettled: 'Payment settlement failed',
  },
  codes: {
    invalid: 'PAYMENT_INVALID',
    unfunded: 'PAYMENT_UNFUNDED',
    stale: 'PAYMENT_BLOCKHASH_STALE',
    replay: 'PAYMENT_REPLAY',
  },
  requestHeaders: ['payment-signature', 'x-payment'],
  challengeHeaders: (packed: string): Record<string, string> => ({
    'payment-required': packed,
    'x-payment-required': packed,
    'www-authenticate': `x402 realm="quarry", requirements="${packed}"`,
  }),
  receiptHeaders: (packed: string, hash: string): Record<string, string> => ({
    'payment-response': packed,
    'x-payment-response': packed,
    'x-payment-receipt': hash,
  }),
  window: () => 240,
  asyncWindow: () => 600,
  checkSignature: true,
  round: (micro: number) => Math.ceil(micro),
  quoted: (micro: number) => micro,
  charged: (micro: number) => micro,
  amountFits: (paid: number, due: number) => paid === due,
  covers: (balance: number, amount: number) => balance >= amount,
  claimKey: (id: string, _route: string) => id,
  toPartner: (partner: boolean | undefined): boolean => partner === true,
  mindsFailure: true,
  settleFirst: (_row: Row) => false,
  leavesOpen: (reply: Reply) => reply.unpaid === true,
};

const solana = {
  mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payTo: '5GaZwLHSYJmKsomBCqkdTCC2KoE6KnFzwNAMpR32BxeC',
  partner: '695QuEVAGG84BvE6SrHSwaS2nR1R55WW9RJzLSR6i27X',
  feePayer: 'EkWpYpy8EFzfPEcUQq85dRAW1WQw8LWk3ZNrAfdg66s8',
  blockhashSeconds: 90,
  maxComputePrice: 5_000_000n,
  guardFeePayer: true,
  checkTarget: true,
};

const nano = {
  name: 'QuarryBatchVault',
  version: '4',
  wallet: '0x0d12747a7e75f266c19d29452c6c39ec4500c2af',
  payTo: '0x3cfe79b22833266a0e5775f4dfdfd161a9687d3a',
  partner: '0xe459ab4db227cb9463f95c68a4e431514c7da91a',
  chains: [
    { network: 'eip155:137', asset: '0x03cae7b720318374500a865221128a7d7156bd99' },
    { network: 'eip155:42161', asset: '0x27359b5dad5d1edfba7c4f70b476feaa3898d5df' },
    { network: 'eip155:10', asset: '0x822d5776d3f04940c5d6254ae1e64fd87986deda' },
  ],
  payeeFits: (to: string, payTo: string) => to === payTo,
  open: (after: number, at: number) => after <= at,
  unexpired: (before: number, at: number) => at < before,
};

const text = {
  fee: 1000,
  margin: 0,
  maxTokens: { least: 1, most: 128_000, usual: 1024 },
  usualOutput: 4096,
  temperature: { chat: 2, messages: 1, responses: 2 },
  roles: ['system', 'user', 'assistant'],
  messageRoles: ['user', 'assistant'],
  blocks: ['text', 'image', 'tool_use', 'tool_result'],
  messagesFamilyOnly: true,
  responsesPrefixFree: true,
  tokensOf: (characters: number) => Math.ceil(characters / 4) + 4,
  bareDone: 'data: [DONE]\n\n',
  allowlistOnly: true,
  backgroundState: 'queued',
  cancels: true,
};

const search = {
  each: 26_250,
  fee: 1000,
  most: 50,
  least: 1,
  usual: 10,
  queryMost: 1000,
  usualSources: ['x', 'web'],
  sources: ['x', 'web', 'news'],
};

const images = {
  margin: 105,
  feeFor: (_n: number) => 1000,
  usualSize: '1024x1024',
  most: 10,
  least: 1,
  perImage: true,
  listAll: true,
  stallSeconds: 3600,
  slowSeconds: 60,
  replayNamesJob: true,
  ownerOnly: true,
  settlesOnce: true,
  failedPolls: 'not_charged',
  usualEdit: 'IMG-A2',
  editable: ['IMG-A1', 'IMG-A2', 'IMG-B1', 'IMG-B3'],
  editMost: (label: string): number => (label.startsWith('IMG-A') ? 4 : 3),
  maskable: (label: string) => label.startsWith('IMG-A'),
  maskAlone: true,
  editTimeout: 504,
};

const videos = {
  fee: 1000,
  tokensPerSecond: 21_690,
  margin: 105,
  minimum: 3000,
  factors: { '480p': 50, '720p': 100, '1080p': 225, '4K': 900 } as Record<string, number>,
  gatedStatus: 503,
  signQuery: true,
  claimableHours: 48,
  needsFirstFrame: true,
  exclusiveFace: true,
  lenient: ['VID-S2M'],
  references: { least: 1, most: 9 },
  faceModels: ['VID-S2', 'VID-S2F', 'VID-S2M'],
  aspects: {
    S: ['adaptive', '16:9', '9:16', '1:1', '4:3', '3:4', '21:9'],
    G: ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3'],
  } as Record<string, string[]>,
  usualModel: 'VID-G1',
};

const audio = {
  fee: 1000,
  track: 158_500,
  effect: 53_500,
  margin: 105,
  minimum: 3000,
  usualModel: 'flash',
  formats: ['mp3', 'opus', 'pcm', 'wav'],
  speed: { least: 0.7, most: 1.2 },
  effectSeconds: { least: 0.5, most: 22 },
  musicSeconds: { least: 5, most: 240 },
  lyricsClash: true,
  mostSeconds: 120,
  charactersPerSecond: 15,
};

const faces = {
  price: 11_000,
  nameMost: 64,
  linkSeconds: 120,
  handleLength: 215,
  pendingStatus: 425,
  unknownStatus: 404,
  cache: 'public, max-age=30',
  absorbs: true,
  lists: (owner: string, wallet: string) => owner === wallet,
};

const phones = {
  lookup: 11_000,
  fraud: 51_000,
  lease: 5_001_000,
  list: 2000,
  call: 541_000,
  leaseSeconds: 30 * 86_400,
  reclaimSeconds: 7 * 86_400,
  strict: true,
  ownerOnly: true,
  picksFirst: false,
  usualCountry: 'US',
  renewFrom: (expires: number, _at: number) => expires,
  expired: (expires: number, at: number) => at >= expires,
  task: { least: 10, most: 4000 },
  minutes: { least: 1, most: 30, usual: 5 },
  sentenceMost: 500,
  voicemailMost: 1000,
  interruption: { least: 50, most: 500 },
  voicemailNeedsText: true,
  emergency: ['911', '112', '999', '000', '110', '119', '118', '988'],
  emergencyStatus: 403,
  voices: ['nat', 'josh', 'maya', 'june', 'paige', 'derek', 'florian'],
};

const boxes = {
  create: 11_000,
  each: 2000,
  lifeMost: 300,
  cpuMost: 1,
  memoryMost: 1024,
  memoryUsual: 512,
  image: 'python:3.11',
  ended: (ends: number, at: number) => at >= ends,
};

const web = {
  call: 11_000,
  perUrl: 2000,
  perRequest: 1000,
  urlsMost: 100,
  resultsMost: 100,
  resultsUsual: 10,
  passThrough: true,
  timeoutStatus: 500,
};

const social = {
  each: 2000,
  least: 20_000,
  most: 200_000,
  page: 50_000,
  pageSize: 200,
  usersMost: 100,
  distinct: true,
  stripAt: true,
  chargesEmpty: false,
};

const markets = {
  price: 8500,
  retiredStatus: 410,
  noQueryStatus: 422,
  limitMost: 100,
  limitUsual: 20,
  candlesMost: 1500,
  candlesUsual: 500,
  searchLeast: 3,
  searchMost: 100,
  identitiesMost: 200,
  profilesMost: 20,
};

const prices = { equity: 1000, listMost: 2000, listUsual: 100, usualResolution: 'D', unknownStatus: 404 };

const chain = { defi: 6000, coins: 2000, rpc: 3000, solanaRpc: 1500, perElement: true, fund: 11_000, crypto: 8500 };

export const law = {
  invalidStatus: 400,
  upstreamStatus: 502,
  retiredHostStatus: 404,
  retiredStillServes: (_path: string) => false,
  retryAfter: 60,
  codes: { limited: 'RATE_LIMITED' },
  limitHeaders: (after: number, source: string): Record<string, string> => ({
    'retry-after': String(after),
    'x-ratelimit-source': source,
  }),
  limits,
  limitKey: (name: string, client: string) => `${name} ${client}`,
  resetStamp: (until: number) => until,
  discoverable: (row: Row) => row.hidden !== true,
  pay,
  solana,
  nano,
  text,
  search,
  images,
  videos,
  audio,
  faces,
  phones,
  boxes,
  web,
  social,
  markets,
  prices,
  chain,
};
