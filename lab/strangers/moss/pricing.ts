import { ENROLL_PRICE } from './assets.ts';
import { audioEntries, limitCatalog, sizePrices, videoEntry } from './catalogs.ts';
import { chainPrices } from './chain-data.ts';
import { on } from './faults.ts';
import { FUND_FEE } from './funding.ts';
import { ok } from './http.ts';
import { imageModels } from './image-catalog.ts';
import { EQUITY_PRICE } from './markets.ts';
import { formatUsd, withMargin } from './money.ts';
import type { Operation } from './operation.ts';
import { phonePrices } from './phone.ts';
import { PREDICTION_PRICE } from './prediction.ts';
import { sandboxPrices } from './sandbox.ts';
import { SEARCH_FEE } from './search.ts';
import { socialPrices } from './social.ts';
import { type TextModel, textModels } from './text-catalog.ts';
import { videoModels } from './video-catalog.ts';
import { CALL_PRICE } from './voice-call.ts';
import { websearchPrices } from './websearch.ts';

/** The price sheet. */
export const pricingOperations: Operation[] = [
  {
    methods: ['GET'],
    path: '/api/pricing',
    summary: 'The price sheet',
    open: true,
    handle: (call) => {
      if (!on('pricing-unlimited')) limitCatalog(call);
      return ok({
        currency: 'USD',
        models: textModels.map(textPrices),
        images: imageModels.map((model) => ({ id: model.id, prices: sizePrices(model, withMargin) })),
        videos: videoModels.map(videoEntry),
        audio: audioEntries(),
        services: servicePrices(),
      });
    },
  },
];

function textPrices(model: TextModel): Record<string, unknown> {
  const { id, input, output, longContext, flex } = model;
  return {
    id,
    inputPrice: formatUsd(input),
    outputPrice: formatUsd(output),
    unit: 'token',
    ...(flex === 'offered' ? { flexInputPrice: formatUsd(input / 2n), flexOutputPrice: formatUsd(output / 2n) } : {}),
    ...(longContext === undefined
      ? {}
      : {
          longContextThreshold: longContext,
          longContextThresholdInclusive: false,
          longContextInputPrice: formatUsd(input * 2n),
          longContextOutputPrice: formatUsd(on('sheet-long-output') ? output * 2n : (output * 3n) / 2n),
        }),
  };
}

function servicePrices(): Record<string, string> {
  const prices = {
    search: SEARCH_FEE,
    decide: 0n,
    enrollment: ENROLL_PRICE,
    phone_lookup: phonePrices.lookup,
    phone_lookup_fraud: phonePrices.fraud,
    phone_number_buy: phonePrices.buy,
    phone_number_renew: phonePrices.renew,
    phone_number_list: phonePrices.list,
    voice_call: CALL_PRICE,
    sandbox_create: sandboxPrices.create,
    sandbox_use: sandboxPrices.use,
    websearch: websearchPrices.call,
    websearch_contents_per_url: websearchPrices.url,
    social_lookup_per_user: socialPrices.user,
    social_page: socialPrices.page,
    prediction: PREDICTION_PRICE,
    equity_price: EQUITY_PRICE,
    defi: chainPrices.defi,
    defi_prices: chainPrices.coins,
    rpc_per_element: chainPrices.rpc,
    solana_rpc_per_element: chainPrices.solanaRpc,
    crypto_data: chainPrices.crypto,
    venue_fund_fee: FUND_FEE,
  };
  return Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, formatUsd(price)]));
}
