/** Free rows: catalogs, health, the balance of a wallet, price sheet and numbers of the brand. */
import { isWallet } from './addresses.ts';
import { effectModel, imageModels, musicModel, speechModels, textModels, voices } from './catalog.ts';
import { customs } from './customs.ts';
import { law } from './law.ts';
import { challenge, paymentOf, verify } from './pay.ts';
import { videoCatalog } from './videos.ts';
import { type Ask, dollars, type Obj, ok, Refusal, type Reply, type Row, row } from './wire.ts';
import { iso, now, wallet, world } from './world.ts';

function free(path: string, limit: string | undefined, show: (ask: Ask) => unknown): Row {
  return row<undefined>({
    on: `GET ${path}`,
    ...(limit === undefined ? {} : { limit }),
    read: () => undefined,
    effect: (_input, deal) => ok(show(deal.ask)),
  });
}

const perToken = (perThousand: number) => (perThousand / 1e9).toFixed(12).replace(/0+$/, '');

function textCatalog(): Obj[] {
  return textModels.map((model) => ({
    pricing: {
      currency: 'USD',
      output_per_token: perToken(customs.catalog.listed(model.output, model)),
      input_per_token: perToken(customs.catalog.listed(model.input, model)),
    },
    categories: model.categories,
    max_output: model.most,
    context_window: model.window,
    description: `${model.id.split('/')[1]} writes about stone.`,
    name: model.id.split('/')[1],
    id: model.id,
  }));
}

function imageCatalog(): Obj[] {
  return imageModels.map((model) => ({
    edit: law.images.editable.includes(model.label),
    async: model.always,
    default_size: law.images.usualSize,
    sizes: Object.keys(model.sizes),
    prices: Object.fromEntries(Object.entries(model.sizes).map(([size, micro]) => [size, dollars(micro)])),
    name: model.id.split('/')[1],
    id: model.id,
  }));
}

function audioCatalog(): Obj[] {
  const speech = speechModels.map((model) => ({
    id: model.id,
    kind: 'speech',
    max_input: model.most,
    pricing: model.perSecond ? { per_second: dollars(model.rate) } : { per_1k_characters: dollars(model.rate) },
  }));
  return [
    ...speech,
    { id: musicModel, kind: 'music', pricing: { per_track: dollars(law.audio.track) } },
    { id: effectModel, kind: 'sound-effects', pricing: { per_effect: dollars(law.audio.effect) } },
  ];
}

function pricing(): Obj {
  return {
    currency: 'USD',
    transaction_fee: dollars(law.text.fee),
    text: textCatalog(),
    images: imageCatalog(),
    video: videoCatalog(),
    audio: audioCatalog(),
    search: { per_result: dollars(law.search.each) },
  };
}

const healthy = (part: string) => (): Obj => ({ checked_at: iso(now()), part, status: 'ok' });

function balanceOf(address: string): Reply {
  const micro = world.balances.get(wallet(address)) ?? 0;
  return ok({ wallet: address, asset: 'USDC', holds_usd: dollars(micro), holds_micro: String(micro) });
}

/** The balance of a named wallet, or of the wallet that signs an authorization of zero. */
async function balance(ask: Ask, line: Row): Promise<Reply> {
  const named = ask.query.get('address') ?? ask.query.get('wallet') ?? ask.query.get('payer');
  if (named !== null && !isWallet(named)) {
    throw new Refusal(law.invalidStatus, {
      error: 'Invalid address',
      message: 'address is no wallet',
      field: 'address',
    });
  }
  if (named !== null) return balanceOf(named);
  const due = { row: line, price: 0, facts: { hint: 'Name a wallet by ?address=, or sign an authorization of zero.' } };
  if (paymentOf(ask) === undefined) return challenge(ask, due);
  return balanceOf((await verify(ask, due, () => true)).payer);
}

export const freeRows: Row[] = [
  free('/api/v1/models', 'models', () => ({ data: textCatalog(), as_of: iso(now()) })),
  free('/api/v1/images/models', 'image models', () => ({ data: imageCatalog(), as_of: iso(now()) })),
  free('/api/v1/video/models', 'video models', () => ({ data: videoCatalog(), as_of: iso(now()) })),
  free('/api/v1/audio/models', 'audio models', () => ({ data: audioCatalog(), as_of: iso(now()) })),
  free('/api/v1/audio/voices', undefined, () => ({ data: voices })),
  free('/api/pricing', 'pricing', pricing),
  free('/brand/numbers.json', undefined, () => ({ models: textModels.length, chains: 40, images: imageModels.length })),
  free('/api/health', 'health', healthy('gateway')),
  ...['overview', 'chain', 'models', 'regions'].map((part) => free(`/api/v1/health/${part}`, 'health', healthy(part))),
  row<undefined>({
    on: 'GET /api/v1/balance',
    read: () => undefined,
    effect: (_input, deal) => balance(deal.ask, deal.row),
  }),
];
