/** Which operations each host serves. */
import type { Operation } from './flow.ts';
import type { HostName } from './hosts.ts';
import { assetOperations } from './ops/assets.ts';
import { effectOperation, musicOperation, speechOperation } from './ops/audio.ts';
import { catalogOperations, mediaCatalogOperations, pricingOperation } from './ops/catalogs.ts';
import { chatOperations } from './ops/chat.ts';
import { dataOperations } from './ops/data.ts';
import { discoveryOperations } from './ops/discovery.ts';
import { editOperation } from './ops/edit.ts';
import { imageOperation, imagePollOperation } from './ops/images.ts';
import { infoOperations } from './ops/info.ts';
import { marketOperations } from './ops/market.ts';
import { messagesOperation, passthroughOperation } from './ops/messages.ts';
import { phoneOperations } from './ops/phone.ts';
import { predictionOperations } from './ops/prediction.ts';
import { backgroundOperations, responsesOperation } from './ops/responses.ts';
import { sandboxOperations } from './ops/sandbox.ts';
import { searchOperation } from './ops/search.ts';
import { socialOperations } from './ops/social.ts';
import { videoOperations } from './ops/video.ts';
import { callOperation, callRecordOperation } from './ops/voice.ts';
import { websearchOperations } from './ops/websearch.ts';

const CORE: Operation[] = [...chatOperations, messagesOperation, responsesOperation, searchOperation];
const FREE: Operation[] = [...infoOperations, ...discoveryOperations, pricingOperation];

const BASE: Operation[] = [
  ...CORE,
  ...backgroundOperations,
  passthroughOperation,
  ...catalogOperations,
  imageOperation,
  imagePollOperation,
  editOperation,
  ...videoOperations,
  ...mediaCatalogOperations,
  musicOperation,
  speechOperation,
  effectOperation,
  ...assetOperations,
  ...phoneOperations,
  callOperation,
  callRecordOperation,
  ...sandboxOperations,
  ...websearchOperations,
  ...socialOperations,
  ...predictionOperations,
  ...marketOperations,
  ...dataOperations,
  ...FREE,
];

export function operationsOfHost(host: HostName): Operation[] {
  const [models] = catalogOperations;
  return host === 'base' ? BASE : [...CORE, ...(models === undefined ? [] : [models]), ...FREE];
}
