import { formatUsd } from '@tollwright/runtime/money/usd';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { Problem } from '@tollwright/runtime/operation/problem';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import { imageModelsEntries } from '#generated/catalogs/image-models.ts';
import type { Handlers } from '#generated/handlers.ts';
import { mirror, urlOf } from '../jobs/mirror.ts';
import { poll } from '../jobs/poll.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { quoteOf } from '../shared/quote.ts';
import { pricedVideoModels } from '../video/models.ts';
import { generateImage, images } from './generate-image.ts';

/** Handlers of images. */
export function imageHandlers(context: HandlerContext) {
  return {
    'edit-image': editImage(context),
    'generate-image': generateImage(context),
    'list-image-models': listImageModels(),
    'poll-image': pollImage(context),
  } satisfies Partial<Handlers>;
}

/** Edits an image or fuses several, and responds once that is done. */
function editImage(context: HandlerContext): Handlers['edit-image'] {
  return async (call) => {
    const { model, prompt, image, mask, size, n: count } = call.request;
    const request = { model, prompt, size, count, images: [image].flat(), ...(mask !== undefined && { mask }) };
    const edited = await inTime(context.upstream.editImage(request, upstreamContextOf(call, context)));
    const images = await mirror(context, edited);
    const created = Math.floor(context.services.clock.now() / 1000);
    const data = images.map((each) => ({
      url: urlOf(each, call.baseUrl),
      ...(each.revisedPrompt !== undefined && { revised_prompt: each.revisedPrompt }),
    }));
    return { status: 200, body: { created, data }, usage: { model } };
  };
}

/** Edits have an error of their own for a provider that does not respond in time. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (failure) {
    const late = failure instanceof UpstreamFailure && failure.kind === 'timeout';
    throw late ? new Problem('edit-timed-out', { error: 'Timed out', details: failure.message }) : failure;
  }
}

/**
 * Lists the image models with their sizes and the catalog rate of each, in USD before margin and fee.
 *
 * On the account host it is the catalog of videos as well, and has the prices of calls instead of rates.
 */
function listImageModels(): Handlers['list-image-models'] {
  return ({ host }) => {
    const byKey = host.auth === 'bearer';
    const images = imageModelsEntries.map(({ id, label, slow, rates, unnamed_rates }) => {
      const offered = { ...rates, ...unnamed_rates };
      const sizes = Object.keys(offered);
      const prices = byKey ? { prices: imagePrices(host, id, sizes) } : { rates: offered };
      return { id, name: label, sizes, ...prices, currency: 'USD', always_async: slow };
    });
    const data = byKey ? [...images, ...pricedVideoModels(host)] : images;
    return { status: 200, body: { object: 'list', data } };
  };
}

/** The price of a call for one image, in USD by size. */
function imagePrices(host: HostDefinition, model: string, sizes: readonly string[]): Record<string, string> {
  const price = (size: string) => formatUsd(quoteOf(host, 'generate-image', { model, size, n: 1 })?.amount ?? 0n);
  return Object.fromEntries(sizes.map((size) => [size, price(size)]));
}

/** Fetches an image job for the wallet or account that ordered it. */
function pollImage(context: HandlerContext): Handlers['poll-image'] {
  return (call) => poll(context, images, call);
}
