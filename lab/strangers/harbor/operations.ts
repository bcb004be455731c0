/** Which operations each host serves. */
import type { Operation } from './flow.ts';
import type { HostName } from './hosts.ts';
import { catalogOperations, pricingOperation } from './ops/catalogs.ts';
import { chatOperations } from './ops/chat.ts';
import { discoveryOperations } from './ops/discovery.ts';
import { editOperation } from './ops/edit.ts';
import { imageOperation, imagePollOperation } from './ops/images.ts';
import { infoOperations } from './ops/info.ts';
import { messagesOperation, passthroughOperation } from './ops/messages.ts';
import { backgroundOperations, responsesOperation } from './ops/responses.ts';
import { searchOperation } from './ops/search.ts';

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
  ...FREE,
];

export function operationsOfHost(host: HostName): Operation[] {
  const [models] = catalogOperations;
  return host === 'base' ? BASE : [...CORE, ...(models === undefined ? [] : [models]), ...FREE];
}
