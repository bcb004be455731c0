import { enrollPortrait, listPortraits } from './assets.ts';
import { audioRoutes } from './audio.ts';
import { backgroundRoutes } from './background.ts';
import { chatRoutes } from './chat.ts';
import { cryptoRoutes } from './crypto.ts';
import { defiRoutes } from './defi.ts';
import { discoveryRoutes } from './discovery.ts';
import { editRoutes } from './edits.ts';
import { imageRoutes } from './images.ts';
import { searchRoutes } from './live-search.ts';
import { marketRoutes } from './markets.ts';
import { messageRoutes } from './messages.ts';
import { nativeRoutes } from './native.ts';
import { options } from './options.ts';
import { phoneRoutes } from './phone.ts';
import { predictionRoutes } from './predictions.ts';
import { realfaceRoutes } from './realface.ts';
import { responseRoutes } from './responses.ts';
import type { Route } from './router.ts';
import { rpcRoutes } from './rpc.ts';
import { sandboxRoutes } from './sandbox.ts';
import { socialRoutes } from './social.ts';
import { fundVenue, onramp, swap } from './utilities.ts';
import { videoRoutes } from './videos.ts';
import { voiceRoutes } from './voice.ts';
import { websearchRoutes } from './websearch.ts';

/** The documents tie these to Base: portraits, on-ramp, the bridge and payment for web search. */
const baseOnly: Route[] = [enrollPortrait, listPortraits, fundVenue, onramp, ...websearchRoutes];

/** Every route of this host, in the order in which they are tried. */
export const routes: Route[] = [
  ...discoveryRoutes(() => routes),
  ...chatRoutes,
  ...messageRoutes,
  ...responseRoutes,
  ...backgroundRoutes,
  ...nativeRoutes,
  ...searchRoutes,
  ...imageRoutes,
  ...editRoutes,
  ...videoRoutes,
  ...audioRoutes,
  ...realfaceRoutes,
  ...phoneRoutes,
  ...voiceRoutes,
  ...sandboxRoutes,
  ...socialRoutes,
  ...predictionRoutes,
  ...marketRoutes,
  ...defiRoutes,
  ...rpcRoutes,
  ...cryptoRoutes,
  swap,
  ...(options.host === 'base' ? baseOnly : []),
];
