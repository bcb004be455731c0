import { balance } from '#generated/machines/balance.ts';
import { payment } from '#generated/machines/payment.ts';
import { stream } from '#generated/machines/stream.ts';
import type { Lives } from '#runtime/payment/lives.ts';

/** The lives of payments, streams and balances as the specification gives them. */
export const lives: Lives = { payment, stream, balance };
