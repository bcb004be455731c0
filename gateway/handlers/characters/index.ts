import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { enrollPortrait } from './enroll-portrait.ts';
import { enrollRealface } from './enroll-realface.ts';
import { getRealfaceStatus } from './get-realface-status.ts';
import { initRealface } from './init-realface.ts';
import { listPortraits } from './list-portraits.ts';
import { listRealfaces } from './list-realfaces.ts';

/** Handlers of the character assets. */
export function characterHandlers(tools: Tools) {
  return {
    'enroll-portrait': enrollPortrait(tools),
    'enroll-realface': enrollRealface(tools),
    'get-realface-status': getRealfaceStatus(tools),
    'init-realface': initRealface(tools),
    'list-portraits': listPortraits(tools),
    'list-realfaces': listRealfaces(tools),
  } satisfies Partial<Handlers>;
}
