import { audioEntries } from './audio-models.ts';
import { Fields } from './check.ts';
import { iso, nowMs } from './clock.ts';
import { on } from './faults.ts';
import { free } from './flow.ts';
import type { Reply, Req } from './http.ts';
import { imageEntry, imageModels } from './image-models.ts';
import { balanceOf } from './ledger.ts';
import { limits } from './limits.ts';
import { FEE, show } from './money.ts';
import { openapi } from './openapi.ts';
import { options } from './options.ts';
import { authorize, paymentHeader, readSigned } from './payment.ts';
import { profile } from './profile.ts';
import { ownPath, type Route } from './router.ts';
import { textEntry, textModels, textPriceEntry } from './text-models.ts';
import { videoEntry, videoModels } from './video-models.ts';

function ok(body: unknown): Reply {
  return { status: 200, body };
}

function catalog(path: string, summary: string, entries: () => unknown[]): Route {
  return free({
    path,
    summary,
    limit: limits.catalog,
    run: () => {
      const models = entries();
      return ok({ count: models.length, models });
    },
  });
}

function health(path: string, body: () => Record<string, unknown>): Route {
  return free({
    path,
    summary: 'Health',
    limit: limits.health,
    run: () => ok({ status: 'ok', at: iso(nowMs()), ...body() }),
  });
}

async function balance(req: Req): Promise<Reply> {
  const fields = Fields.ofQuery(req);
  const given = fields.text('address') ?? fields.text('wallet');
  const header = paymentHeader(req);
  const signed = given === undefined && header !== undefined ? await readSigned(header) : undefined;
  const address = given ?? (typeof signed === 'object' ? signed.auth.from : undefined);
  if (address === undefined) fields.fail('address', 'is required, or a payment header of the wallet');
  else if (!/^0x[0-9a-fA-F]{40}$/.test(address)) fields.fail('address', 'must be an EVM address');
  fields.done();
  const micro = balanceOf(address ?? '');
  return ok({
    address,
    balance: show(micro),
    balance_micro: micro.toString(),
    currency: 'USDC',
    network: profile.network,
  });
}

function priceText(route: Route): Record<string, unknown> {
  const { price } = route;
  if (price.mode === 'free') return { mode: 'free' };
  return price.mode === 'fixed'
    ? { mode: 'fixed', amount: show(price.amount) }
    : { mode: 'dynamic', min: show(price.min), max: show(price.max) };
}

function pricing(routes: readonly Route[]): Record<string, unknown> {
  return {
    currency: 'USD',
    transaction_fee: show(FEE),
    models: textModels.map(textPriceEntry),
    images: imageModels.map(imageEntry),
    videos: videoModels.map(videoEntry),
    audio: audioEntries(),
    operations: routes
      .filter((route) => !route.hidden)
      .flatMap((route) => route.methods.map((method) => ({ method, path: ownPath(route), ...priceText(route) }))),
  };
}

function wellKnown(routes: readonly Route[]): Record<string, unknown> {
  const payable = routes.filter((route) => !route.hidden && route.price.mode !== 'free');
  return {
    version: 1,
    resources: [...new Set(payable.map((route) => `${options.origin}${ownPath(route)}`))],
    x402Version: 2,
    networks: [{ network: profile.network, asset: profile.asset, scheme: 'exact', payTo: profile.payTo }],
    openapi: `${options.origin}/openapi.json`,
  };
}

const sheetLimit = on('pricing-unlimited') ? {} : { limit: limits.catalog };

/** The free routes about the gateway itself. `all` gives every route, these too. */
export function discoveryRoutes(all: () => readonly Route[]): Route[] {
  return [
    catalog('/api/v1/models', 'Language models with prices', () => [
      ...textModels.map(textEntry),
      ...videoModels.map(modelVideo),
    ]),
    catalog('/api/v1/images/models', 'Image models with prices', () => imageModels.map(imageEntry)),
    catalog('/api/v1/video/models', 'Video models with rates', () => videoModels.map(videoEntry)),
    catalog('/api/v1/audio/models', 'Audio models with prices', audioEntries),
    free({ path: '/api/pricing', summary: 'Price sheet', ...sheetLimit, run: () => ok(pricing(all())) }),
    free({ path: '/api/v1/balance', summary: 'USDC balance of a wallet', run: balance }),
    health('/api/health', () => ({})),
    health('/api/v1/health/overview', () => ({ services: { text: 'ok', media: 'ok', data: 'ok' } })),
    health('/api/v1/health/chain', () => ({ network: profile.network, settlement: 'ok' })),
    health('/api/v1/health/models', () => ({ models: textModels.length })),
    health('/api/v1/health/regions', () => ({ regions: [{ name: 'local', status: 'ok' }] })),
    free({
      path: '/brand/numbers.json',
      summary: 'Figures about the service',
      run: async (req) => {
        // The documents allow discovery metadata instead of a plain answer: an authorization of 0 USD gets past it.
        await authorize({ amount: 0n }, req);
        return ok({
          language_models: textModels.length,
          image_models: imageModels.length,
          video_models: videoModels.length,
        });
      },
    }),
    free({ path: '/.well-known/x402', summary: 'x402 discovery', run: () => ok(wellKnown(all())) }),
    free({ path: '/openapi.json', summary: 'OpenAPI description', run: () => ok(openapi(all())) }),
  ];
}

function modelVideo(model: (typeof videoModels)[number]): Record<string, unknown> {
  // The members that every model of this catalog has; a clip has no tokens.
  const text = {
    context_window: 0,
    max_output: 0,
    categories: [],
    price_per_token: { input: '0', output: '0', currency: 'USD' },
  };
  return { name: model.id.split('/')[1], description: `Video model ${model.id}`, ...text, ...videoEntry(model) };
}
