import { x402Manifest } from '@tollwright/runtime/x402/manifest';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Lists the paid resources. */
export function getX402Manifest(context: HandlerContext): Handlers['get-x402-manifest'] {
  return ({ host, origin }) => ({ status: 200, body: x402Manifest(host, context.services.payTo, origin) });
}
