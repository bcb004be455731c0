import { Hono } from 'hono';
import { mountDecide } from './account/decide.ts';
import { accountOf } from './account/keys.ts';
import { mountUsage } from './account/usage.ts';
import { config } from './config.ts';
import { mountDiscovery } from './discovery.ts';
import { ApiError } from './errors.ts';
import { faceInit, mountAssets, portrait, realface } from './ops/assets.ts';
import { effect, music, speech } from './ops/audio.ts';
import { mountBackground } from './ops/background.ts';
import { chat, chatInPath } from './ops/chat.ts';
import { cryptoOp, defiOps, rpcOps, swapOp } from './ops/data.ts';
import { edit, generate, mountImagePoll } from './ops/images.ts';
import { marketOps, mountMarketLists } from './ops/market.ts';
import { messages } from './ops/messages.ts';
import { fund, mountBalance, onramp } from './ops/misc.ts';
import { NATIVE_PREFIX, native } from './ops/native.ts';
import { buy, fraud, list, lookup, releaseNumber, renew } from './ops/phone.ts';
import { mountPredictionRest, predictionOps } from './ops/prediction.ts';
import { responses } from './ops/responses.ts';
import { create, exec, status, terminate } from './ops/sandbox.ts';
import { search } from './ops/search.ts';
import { socialOps } from './ops/social.ts';
import { mountVideoPolls, videos, videosByContent } from './ops/video.ts';
import { mountVoicePoll, voiceCall } from './ops/voice.ts';
import { mountWebsearchRest, websearchOps } from './ops/websearch.ts';
import { handle, mount, mounted } from './pipeline.ts';

/** Every operation that is one row of the table. */
const ops = [
  chat,
  chatInPath,
  messages,
  responses,
  search,
  generate,
  edit,
  videos,
  videosByContent,
  speech,
  music,
  effect,
  portrait,
  faceInit,
  realface,
  lookup,
  fraud,
  buy,
  renew,
  list,
  releaseNumber,
  voiceCall,
  create,
  exec,
  status,
  terminate,
  ...websearchOps,
  ...socialOps,
  ...predictionOps,
  ...marketOps,
  ...defiOps,
  ...rpcOps,
  fund,
  onramp,
  swapOp,
  cryptoOp,
];

/** The gateway's own port. */
export function gateway(): Hono {
  const app = new Hono();
  app.use('*', async (_c, next) => {
    await next();
    if (config.delayMs > 0) await new Promise((r) => setTimeout(r, config.delayMs));
  });
  app.onError((e, c) => {
    if (e instanceof ApiError) return c.json(e.body, e.status as 400, e.headers);
    // Nesting so deep that it cannot even be written out again.
    if (e instanceof RangeError)
      return c.json(
        { error: 'Invalid request body', details: [{ field: '(body)', message: 'nested too deeply' }] },
        400,
      );
    console.error(e);
    return c.json({ error: 'Internal server error' }, 500);
  });
  app.notFound((c) => c.json({ error: 'Not found', message: `Unknown path: ${c.req.path}` }, 404));

  mountDiscovery(app);
  if (config.host === 'base') {
    mountAssets(app);
    mountBackground(app);
    mountBalance(app);
    mountImagePoll(app);
    mounted.push(native);
    app.post(`${NATIVE_PREFIX}*`, handle(native));
  } else {
    mountUsage(app);
    mountDecide(app);
  }
  mountVideoPolls(app);
  mountVoicePoll(app, (c) => {
    if (config.host === 'account') accountOf(c);
  });
  for (const o of ops) mount(app, o);
  mountWebsearchRest(app);
  mountPredictionRest(app);
  mountMarketLists(app);
  // Any /v1 path of the account host asks for a key before it tells what exists.
  if (config.host === 'account')
    app.all('/v1/*', (c) => {
      accountOf(c);
      return c.notFound();
    });
  return app;
}
