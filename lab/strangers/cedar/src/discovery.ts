import type { Context, Hono } from 'hono';
import { accountOf } from './account/keys.ts';
import { imageEntries, MUSIC_MODEL, speechModels, videoEntries, voices } from './catalog/media.ts';
import { textCatalog, textModels } from './catalog/text.ts';
import { ASSET, config, DOMAIN, NETWORK, prefix, SERVICE } from './config.ts';
import { ApiError } from './errors.ts';
import { on } from './fault.ts';
import { clientIp, HOUR, perIp, take } from './limits.ts';
import { fmt, margin5, usd } from './money.ts';
import { rpcNetworks } from './ops/data.ts';
import { ACCOUNT_SEARCH_FEE } from './ops/search.ts';
import { ownPath } from './paths.ts';
import { mounted } from './pipeline.ts';
import { must } from './tables.ts';
import { world } from './world.ts';

/** Catalogs, price sheet, health and machine-readable descriptions. */
function pricing(): object {
  const text = textModels().map((m) => ({
    id: m.id,
    input: fmt(m.input),
    output: fmt(m.output),
    ...(m.flex ? { flexInput: fmt(m.input / 2n), flexOutput: fmt(m.output / 2n) } : {}),
    ...(m.longAbove === null
      ? {}
      : {
          longContextThreshold: m.longAbove,
          longContextThresholdInclusive: false,
          longContextInputPrice: fmt(m.input * 2n),
          longContextOutputPrice: fmt(on('sheet-doubles-long-output') ? m.output * 2n : (m.output * 3n) / 2n),
        }),
  }));
  return {
    unit: 'usd_per_1m_tokens',
    models: text,
    images: imageEntries(config.host === 'account'),
    videos: videoEntries(),
    speech: speechModels.map((m) => ({
      id: m.id,
      ...(m.per1k
        ? { per_1k_characters: fmt(config.host === 'account' ? margin5(m.per1k) : m.per1k) }
        : { per_second: fmt(must(m.perSecond)) }),
    })),
    media_margin_percent: 5,
    media_margin_included: config.host === 'account',
    ...(config.host === 'base'
      ? { flat_fee_usd: '0.001', search: { per_result: '0.02625' } }
      : { flat_fee_usd: '0', search: { flat_fee_usd: fmt(ACCOUNT_SEARCH_FEE) } }),
  };
}

const speechEntries = (): object[] => [
  ...speechModels.map((m) => ({
    id: m.id,
    kind: 'speech',
    max_input: m.max,
    ...(m.per1k ? { price_per_1k_characters: fmt(m.per1k) } : { price_per_second: fmt(must(m.perSecond)) }),
  })),
  { id: MUSIC_MODEL, kind: 'music', price_per_track: '0.1585' },
  { id: 'brook/brook-foley', kind: 'sound_effect', price: '0.0535' },
];

function mountCatalogs(app: Hono): void {
  // One budget for the whole surface: an hour's hundred requests of all these paths together.
  const limit = async (c: Context, next: () => Promise<void>): Promise<void> => {
    if (c.req.path === '/api/pricing' && on('pricing-uncounted')) return next();
    const byKey = on('catalog-limit-per-key') && c.req.path.startsWith('/v1/');
    const v = take(`catalog|${byKey ? accountOf(c).id : clientIp(c)}`, 100, HOUR);
    if (!v.ok)
      throw new ApiError(
        429,
        { error: 'Rate limit exceeded' },
        {
          'X-RateLimit-Reset': String(on('reset-in-seconds') ? Math.floor(v.resetAt / 1000) : v.resetAt),
          'Retry-After': String(v.retryAfter),
        },
      );
    await next();
  };
  const get = (path: string, body: () => object): void => {
    app.get(
      path,
      async (c, next) => {
        if (path.startsWith('/v1')) accountOf(c);
        await next();
      },
      limit,
      (c) => c.json(body()),
    );
  };
  const p = prefix();
  get(`${p}/models`, () => ({ object: 'catalog', updated_at: world.iso(), models: textCatalog() }));
  get(`${p}/images/models`, () =>
    config.host === 'base'
      ? { object: 'catalog', models: imageEntries() }
      : { object: 'catalog', models: [...imageEntries(true), ...videoEntries()] },
  );
  get(`${p}/video/models`, () => ({ object: 'catalog', models: videoEntries() }));
  get(`${p}/audio/models`, () => ({ object: 'catalog', models: speechEntries() }));
  get('/api/pricing', pricing);
  app.get(`${p}/audio/voices`, (c) => {
    if (config.host === 'account') accountOf(c);
    return c.json({ voices, count: voices.length });
  });
}

function mountHealth(app: Hono): void {
  const limit = perIp('health', 60, 60_000);
  const get = (path: string, body: () => object): void => {
    app.get(path, limit, (c) => c.json(body()));
  };
  get('/api/health', () => ({ status: 'ok', service: SERVICE, at: world.iso() }));
  get('/api/v1/health/overview', () => ({
    status: 'ok',
    components: { gateway: 'ok', settlement: 'ok', upstreams: 'ok' },
  }));
  get('/api/v1/health/chain', () => ({ status: 'ok', network: NETWORK, asset: ASSET, domain: DOMAIN }));
  get('/api/v1/health/models', () => ({ status: 'ok', models: textModels().length }));
  get('/api/v1/health/regions', () => ({ status: 'ok', regions: [{ id: 'grove-1', status: 'ok' }] }));
  app.get('/brand/numbers.json', (c) =>
    c.json({
      models: textModels().length,
      rpc_networks: rpcNetworks().length,
      image_models: imageEntries().length,
      video_models: videoEntries().length,
    }),
  );
}

function info(o: (typeof mounted)[number]): object {
  const fixed: Record<string, string> = {
    '/portrait/enroll': '0.011',
    '/realface/enroll': '0.011',
    '/phone/lookup': '0.011',
    '/phone/lookup/fraud': '0.051',
    '/phone/numbers/buy': '5.001',
    '/phone/numbers/renew': '5.001',
    '/phone/numbers/list': '0.002',
    '/phone/numbers/release': '0',
    '/voice/call': '0.541',
    '/audio/generations': '0.1585',
    '/audio/sound-effects': '0.0535',
  };
  const amount =
    fixed[o.template] ??
    (o.template.startsWith('/pm/') || o.template.startsWith('/{cryptodata}') ? '0.0085' : undefined);
  const price = amount
    ? { mode: 'fixed', currency: 'USD', amount }
    : { mode: 'dynamic', currency: 'USD', min: '0.001', max: fmt(usd('1000')) };
  return { price, protocols: [{ x402: {} }] };
}

export function mountDiscovery(app: Hono): void {
  mountCatalogs(app);
  mountHealth(app);
  app.get('/.well-known/x402', (c: Context) => {
    const origin = new URL(c.req.url).origin;
    if (config.host === 'account')
      return c.json({ version: 1, resources: [], x402Version: 2, note: 'This host takes API keys, not payments.' });
    const urls = [...new Set(mounted.filter((o) => !o.open).map((o) => origin + prefix() + ownPath(o.template)))];
    return c.json({
      version: 1,
      resources: urls,
      x402Version: 2,
      service: SERVICE,
      networks: [NETWORK],
      assets: [{ network: NETWORK, address: ASSET, decimals: 6, ...DOMAIN }],
      schemes: ['exact'],
    });
  });
  app.get('/openapi.json', (c: Context) => {
    const paths: Record<string, Record<string, unknown>> = {};
    for (const o of mounted) {
      const path = prefix() + ownPath(o.template);
      const params = [...path.matchAll(/\{([^}]+)\}/g)].map((m) => ({
        name: m[1],
        in: 'path',
        required: true,
        schema: { type: 'string' },
      }));
      const methods = paths[path] ?? {};
      paths[path] = methods;
      methods[o.method.toLowerCase()] = {
        summary: o.describe,
        operationId: `${o.method.toLowerCase()}_${path.replace(/\W+/g, '_')}`,
        ...(params.length ? { parameters: params } : {}),
        ...(o.method === 'POST'
          ? { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } }
          : {}),
        responses: {
          '200': { description: 'OK' },
          ...(o.open || config.host === 'account' ? {} : { '402': { description: 'Payment required' } }),
        },
        ...(o.open || config.host === 'account' ? {} : { 'x-payment-info': info(o) }),
      };
    }
    const schemes =
      config.host === 'base'
        ? { x402: { type: 'apiKey', in: 'header', name: 'PAYMENT-SIGNATURE' } }
        : { bearer: { type: 'http', scheme: 'bearer' } };
    return c.json({
      openapi: '3.1.0',
      info: { title: 'Cedar gateway', version: '1.0.0' },
      servers: [{ url: new URL(c.req.url).origin }],
      paths,
      components: { securitySchemes: schemes },
    });
  });
}
