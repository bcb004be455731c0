import type { Lifecycles } from '@tollwright/runtime/payment/lifecycles';
import { balance } from '#generated/machines/balance.ts';
import { payment } from '#generated/machines/payment.ts';
import { stream } from '#generated/machines/stream.ts';

/** The lifecycles of payments, streams and balances, as in the specification. */
export const lifecycles: Lifecycles = { payment, stream, balance };
