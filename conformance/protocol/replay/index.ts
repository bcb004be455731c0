import type { ProtocolCheck } from '../../check/family.ts';
import { replayClaimedOnce } from './payment.replay.claimed-once.ts';
import { replayElsewhere } from './payment.replay.elsewhere.ts';
import { replayOtherPayer } from './payment.replay.other-payer.ts';
import { replayRaced } from './payment.replay.raced.ts';
import { replayRemembered } from './payment.replay.remembered.ts';
import { replayRespelled } from './payment.replay.respelled.ts';
import { replayWithoutPayment } from './payment.replay.without-payment.ts';

/** The checks of payments that were used before. */
export const replayChecks: readonly ProtocolCheck[] = [
  replayClaimedOnce,
  replayElsewhere,
  replayOtherPayer,
  replayRaced,
  replayRemembered,
  replayRespelled,
  replayWithoutPayment,
];
