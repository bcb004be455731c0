import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { enrollPortrait } from './enroll-portrait.ts';
import { enrollRealface } from './enroll-realface.ts';
import { getRealfaceStatus } from './get-realface-status.ts';
import { initRealface } from './init-realface.ts';
import { listPortraits } from './list-portraits.ts';
import { listRealfaces } from './list-realfaces.ts';

/** Handlers of the character assets. */
export function characterHandlers(context: HandlerContext) {
  return {
    'enroll-portrait': enrollPortrait(context),
    'enroll-realface': enrollRealface(context),
    'get-realface-status': getRealfaceStatus(context),
    'init-realface': initRealface(context),
    'list-portraits': listPortraits(context),
    'list-realfaces': listRealfaces(context),
  } satisfies Partial<Handlers>;
}
