import { formatUsd } from '@tollwright/runtime/money/usd';
import { lookup } from '@tollwright/runtime/values/json';
import { imageModelsEntries } from '#generated/catalogs/image-models.ts';
import { type TextModel, textModels } from '#generated/catalogs/text-models.ts';
import type { Handlers } from '#generated/handlers.ts';
import { accountChatPrice } from '#generated/prices/account-chat.ts';
import { modelsOn } from '../text/models-on.ts';

const million = 1_000_000;
/** The standard tier as the calculator counts tiers: in tenths of the price. */
const standard = 10;

/** Serves the price sheet: USD per million tokens, and USD per image by size. */
export function getPricing(): Handlers['get-pricing'] {
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
