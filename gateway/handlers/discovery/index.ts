import { formatUsd } from '@tollwright/runtime/money/usd';
import { type OpenapiDocument, readOpenapi } from '@tollwright/runtime/operation/openapi';
import { Problem } from '@tollwright/runtime/operation/problem';
import { lookup } from '@tollwright/runtime/values/json';
import { x402Manifest } from '@tollwright/runtime/x402/manifest';
import { imageModelsEntries } from '#generated/catalogs/image-models.ts';
import { type TextModel, textModels } from '#generated/catalogs/text-models.ts';
import type { Handlers } from '#generated/handlers.ts';
import { accountChatPrice } from '#generated/prices/account-chat.ts';
import type { HandlerContext } from '../shared/context.ts';
import { modelsOn } from '../text/models.ts';

/** Handlers of discovery: descriptions, prices and health. */
export function discoveryHandlers(context: HandlerContext) {
  return {
    'get-health': getHealth(context),
    'get-health-chain': getHealthChain(context),
    'get-health-models': getHealthModels(context),
    'get-health-overview': getHealthOverview(context),
    'get-health-regions': getHealthRegions(context),
    'get-numbers': getNumbers(),
    'get-openapi': getOpenapi(),
    'get-pricing': getPricing(),
    'get-wallet-balance': getWalletBalance(context),
    'get-x402-manifest': getX402Manifest(context),
  } satisfies Partial<Handlers>;
}

const status = 'ok';

/** Returns that the gateway is up, and its time. */
function getHealth(context: HandlerContext): Handlers['get-health'] {
  return () => ({ status: 200, body: { status, time: timeOf(context) } });
}

/** Returns the health of every part of the gateway. */
function getHealthOverview(context: HandlerContext): Handlers['get-health-overview'] {
  const parts = { gateway: status, chain: status, models: status, regions: status };
  return () => ({ status: 200, body: { status, time: timeOf(context), parts } });
}

/** Returns the networks and assets in which the gateway is paid. */
function getHealthChain(context: HandlerContext): Handlers['get-health-chain'] {
  return ({ host: { payment } }) => ({
    status: 200,
    body: { status, time: timeOf(context), network: payment?.network, asset: payment?.asset },
  });
}

/** Returns the health of each model. */
function getHealthModels(context: HandlerContext): Handlers['get-health-models'] {
  return ({ host }) => {
    const models = modelsOn(host).map(({ id }) => ({ id, status }));
    return { status: 200, body: { status, time: timeOf(context), models } };
  };
}

/** Returns the health of each region; this gateway runs in one. */
function getHealthRegions(context: HandlerContext): Handlers['get-health-regions'] {
  return () => ({ status: 200, body: { status, time: timeOf(context), regions: [{ name: 'local', status }] } });
}

function timeOf({ services }: HandlerContext): string {
  return new Date(services.clock.now()).toISOString();
}

/** Returns how many models and operations the host has. */
function getNumbers(): Handlers['get-numbers'] {
  return ({ host }) => ({
    status: 200,
    body: {
      text_models: modelsOn(host).length,
      image_models: imageModelsEntries.length,
      operations: host.routes.length,
    },
  });
}

const folder = new URL('../../../generated/openapi/', import.meta.url);

/** The description of each host in one piece, put together when it is first requested. */
const descriptions = new Map<string, OpenapiDocument>();

/** Serves the emitted description of the host, with the URL that the caller used as its server. */
function getOpenapi(): Handlers['get-openapi'] {
  return ({ host: { id }, baseUrl }) => {
    const description = descriptions.get(id) ?? readOpenapi(new URL(`${id}.json`, folder));
    descriptions.set(id, description);
    return { status: 200, body: { ...description, servers: [{ url: baseUrl }] } };
  };
}

const million = 1_000_000;
/** The standard tier as the calculator counts tiers: in tenths of the price. */
const standard = 10;

/** Serves the price sheet: USD per million tokens, and USD per image by size. */
function getPricing(): Handlers['get-pricing'] {
  const images = imageModelsEntries.map(({ id, rates, unnamed_rates }) => ({
    id,
    rates: { ...rates, ...unnamed_rates },
  }));
  return ({ host }) => ({
    status: 200,
    body: { currency: 'USD', unit: '1M tokens', data: modelsOn(host).map(pricesOf), images },
  });
}

function pricesOf({ id, input, output, long_threshold }: ReturnType<typeof modelsOn>[number]) {
  return {
    id,
    inputPrice: input,
    outputPrice: output,
    ...(long_threshold > 0 && longContext(lookup(textModels, id))),
  };
}

/** The price of a model above its threshold, from the calculator that charges it. */
function longContext(model: TextModel) {
  const price = (promptTokens: number, completionTokens: number) =>
    formatUsd(accountChatPrice({ model, promptTokens, completionTokens, long: true, tier: standard }).amount);
  return {
    longContextThreshold: model.long_threshold,
    longContextThresholdInclusive: false,
    longContextInputPrice: price(million, 0),
    longContextOutputPrice: price(0, million),
  };
}

/** Returns the balance of a wallet in the asset in which the host is paid. */
function getWalletBalance(context: HandlerContext): Handlers['get-wallet-balance'] {
  return async ({ query, payer, host }) => {
    const address = query.address ?? payer;
    if (address === undefined) {
      const details = [{ path: ['address'], message: '`address` is required: the address of the wallet.' }];
      throw new Problem('invalid-body', { error: 'Invalid request', details });
    }
    const { network = '', asset } = host.payment ?? {};
    const balance = formatUsd(await context.services.settler.balance(address, network));
    return { status: 200, body: { address, balance, currency: 'USDC', network, asset } };
  };
}

/** Lists the paid resources. */
function getX402Manifest(context: HandlerContext): Handlers['get-x402-manifest'] {
  return ({ host, baseUrl }) => ({ status: 200, body: x402Manifest(host, context.services.payTo, baseUrl) });
}
