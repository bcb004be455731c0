import { assetOperations } from './assets.ts';
import { audioOperations } from './audio.ts';
import { catalogOperations } from './catalogs.ts';
import { chainOperations } from './chain-data.ts';
import { chatOperations } from './chat.ts';
import { decideOperations } from './decide.ts';
import { fundingOperations } from './funding.ts';
import { healthOperations } from './health.ts';
import { imageEditOperations } from './image-edit.ts';
import { imageOperations } from './images.ts';
import { marketOperations } from './markets.ts';
import { messagesOperations } from './messages.ts';
import { openapiOperation } from './openapi.ts';
import type { Operation } from './operation.ts';
import { phoneOperations } from './phone.ts';
import { predictionOperations } from './prediction.ts';
import { pricingOperations } from './pricing.ts';
import { realfaceOperations } from './realface.ts';
import { responsesOperations } from './responses.ts';
import { sandboxOperations } from './sandbox.ts';
import { searchOperations } from './search.ts';
import { socialOperations } from './social.ts';
import { usageOperations } from './usage.ts';
import { videoOperations } from './videos.ts';
import { voiceOperations } from './voice-call.ts';
import { websearchOperations } from './websearch.ts';

/** Every operation of the gateway. */
export const operations: Operation[] = [
  ...chatOperations,
  ...messagesOperations,
  ...responsesOperations,
  ...searchOperations,
  ...decideOperations,
  ...imageOperations,
  ...imageEditOperations,
  ...videoOperations,
  ...audioOperations,
  ...assetOperations,
  ...realfaceOperations,
  ...phoneOperations,
  ...voiceOperations,
  ...sandboxOperations,
  ...websearchOperations,
  ...socialOperations,
  ...predictionOperations,
  ...marketOperations,
  ...chainOperations,
  ...fundingOperations,
  ...catalogOperations,
  ...pricingOperations,
  ...usageOperations,
  ...healthOperations,
  openapiOperation(() => operations),
];
