/** The free catalogs and the price list, which count calls per address. */
import { IMAGE_MODELS, MUSIC_ID, SPEECH_IDS, VIDEO_IDS, VOICES } from '../data/media.ts';
import { TEXT_MODELS } from '../data/models.ts';
import { free, type Operation } from '../flow.ts';
import type { Gateway } from '../gateway.ts';
import { type Call, type Dict, usd } from '../http.ts';
import { rateOf } from './images.ts';
import { durationsOf, perSecondNano, resolutionsOf } from './videoprice.ts';

function perToken(nano: number): string {
  return (nano / 1e9).toFixed(12).replace(/0+$/, '');
}

function textCatalog(): Dict[] {
  return TEXT_MODELS.map((model) => ({
    pricing: {
      input_per_token: perToken(model.inputNano),
      output_per_token: perToken(model.outputNano),
      currency: 'USD',
    },
    categories: model.categories,
    max_output: model.maxOutput,
    context_window: model.context,
    description: `A model of ${model.id.split('/')[0]}.`,
    name: model.id.split('/')[1] ?? model.id,
    id: model.id,
  }));
}

function imageCatalog(gateway: Gateway): Dict[] {
  return IMAGE_MODELS.map((model) => ({
    sizes: Object.keys(model.rates),
    pricing: {
      currency: 'USD',
      per_size: Object.fromEntries(Object.keys(model.rates).map((size) => [size, rateOf(gateway, model, size) / 1e6])),
    },
    name: model.id.split('/')[1] ?? model.id,
    id: model.id,
  }));
}

function videoCatalog(gateway: Gateway): Dict[] {
  return Object.entries(VIDEO_IDS).map(([label, id]) => {
    const { usual, most } = durationsOf(gateway, label);
    const sizes = resolutionsOf(gateway, label);
    return {
      resolutions: sizes,
      rates: Object.fromEntries(sizes.map((size) => [size, perSecondNano(gateway, label, size) / 1e9])),
      pricing: {
        max_duration_seconds: most,
        default_duration_seconds: gateway.rules.details.catalogSeconds || usual,
        per_second: perSecondNano(gateway, label, label.startsWith('VID-G') ? '480p' : '720p') / 1e9,
      },
      billing_mode: 'per_second',
      name: id.split('/')[1] ?? id,
      id,
    };
  });
}

function audioCatalog(gateway: Gateway): Dict[] {
  const rule = gateway.rules.audio;
  const speech = Object.entries(SPEECH_IDS).map(([label, id]): Dict => {
    const rate = rule.ratePer1k[label];
    const pricing: Dict =
      rate === undefined ? { per_second: usd(rule.promptPerSecond) } : { per_1k_characters: usd(rate) };
    return { id, kind: 'speech', max_input: rule.maxInput[label], pricing };
  });
  return [...speech, { id: MUSIC_ID, kind: 'music', pricing: { per_track: usd(rule.musicMicro) } }];
}

function counted(call: Call): void {
  const { limits } = call.gateway.rules;
  call.gateway.limit(`catalog ${call.path} ${call.ip}`, limits.catalogPerHour, limits.hourSeconds);
}

function catalog(template: string, summary: string, list: (gateway: Gateway) => Dict[]): Operation {
  return free({ template, summary }, (call) => {
    counted(call);
    return { status: 200, body: { as_of: call.gateway.iso(), data: list(call.gateway), object: 'list' } };
  });
}

export const catalogOperations = [
  catalog('/api/v1/models', 'Text models', textCatalog),
  catalog('/api/v1/images/models', 'Image models', imageCatalog),
];

export const mediaCatalogOperations = [
  catalog('/api/v1/video/models', 'Video models', videoCatalog),
  catalog('/api/v1/audio/models', 'Audio models', audioCatalog),
  free({ template: '/api/v1/audio/voices', summary: 'Voices' }, () => ({
    status: 200,
    body: { voices: VOICES.map((voice) => ({ ...voice })) },
  })),
];

export const pricingOperation = free({ template: '/api/pricing', summary: 'Price list' }, (call) => {
  counted(call);
  const { gateway } = call;
  const body: Dict = {
    currency: 'USD',
    fee_per_call: usd(gateway.rules.payment.feeMicro),
    text: textCatalog(),
    images: imageCatalog(gateway),
  };
  if (gateway.host.name === 'base') Object.assign(body, { video: videoCatalog(gateway), audio: audioCatalog(gateway) });
  return { status: 200, body };
});
