import { authorizationLoosened } from './authorization-loosened.ts';
import { authorizationTightened } from './authorization-tightened.ts';
import { bodyBoundLowered } from './body-bound-lowered.ts';
import { bodyBoundRaised } from './body-bound-raised.ts';
import { contentTypeAdded } from './content-type-added.ts';
import { contentTypeRemoved } from './content-type-removed.ts';
import { inlineWindowChanged } from './inline-window-changed.ts';
import { irreversibilityChanged } from './irreversibility-changed.ts';
import { jobMachineChanged } from './job-machine-changed.ts';
import { operationAdded } from './operation-added.ts';
import { operationClosed } from './operation-closed.ts';
import { operationClosedOtherwise } from './operation-closed-otherwise.ts';
import { operationDescribedAnew } from './operation-described-anew.ts';
import { operationErrorAdded } from './operation-error-added.ts';
import { operationErrorRemoved } from './operation-error-removed.ts';
import { operationExampleChanged } from './operation-example-changed.ts';
import { operationMethodChanged } from './operation-method-changed.ts';
import { operationMoved } from './operation-moved.ts';
import { operationRemoved } from './operation-removed.ts';
import { operationRenamed } from './operation-renamed.ts';
import { operationReopened } from './operation-reopened.ts';
import { pathParameterRenamed } from './path-parameter-renamed.ts';
import { payersOpened } from './payers-opened.ts';
import { payersRestricted } from './payers-restricted.ts';
import { paymentWindowLengthened } from './payment-window-lengthened.ts';
import { paymentWindowOfItsOwn } from './payment-window-of-its-own.ts';
import { paymentWindowShortened } from './payment-window-shortened.ts';
import { presenceAssumed } from './presence-assumed.ts';
import { presenceStated } from './presence-stated.ts';
import { segmentRenamed } from './segment-renamed.ts';
import { settlementMoved } from './settlement-moved.ts';
import { streamAdded } from './stream-added.ts';
import { streamConditionChanged } from './stream-condition-changed.ts';
import { streamEndChanged } from './stream-end-changed.ts';
import { streamRemoved } from './stream-removed.ts';
import { timeoutLengthened } from './timeout-lengthened.ts';
import { timeoutShortened } from './timeout-shortened.ts';
import { unknownKeysAccepted } from './unknown-keys-accepted.ts';
import { unknownKeysRejected } from './unknown-keys-rejected.ts';
import { unknownKeysStated } from './unknown-keys-stated.ts';
import { usualContentTypeChanged } from './usual-content-type-changed.ts';
import { validationMovedBack } from './validation-moved-back.ts';
import { validationMovedFirst } from './validation-moved-first.ts';

/** Kinds of change of operations as a whole. */
export const operations = [
  authorizationLoosened,
  authorizationTightened,
  bodyBoundLowered,
  bodyBoundRaised,
  contentTypeAdded,
  contentTypeRemoved,
  inlineWindowChanged,
  irreversibilityChanged,
  jobMachineChanged,
  operationAdded,
  operationClosed,
  operationClosedOtherwise,
  operationDescribedAnew,
  operationErrorAdded,
  operationErrorRemoved,
  operationExampleChanged,
  operationMethodChanged,
  operationMoved,
  operationRemoved,
  operationRenamed,
  operationReopened,
  pathParameterRenamed,
  payersOpened,
  payersRestricted,
  paymentWindowLengthened,
  paymentWindowOfItsOwn,
  paymentWindowShortened,
  presenceAssumed,
  presenceStated,
  segmentRenamed,
  settlementMoved,
  streamAdded,
  streamConditionChanged,
  streamEndChanged,
  streamRemoved,
  timeoutLengthened,
  timeoutShortened,
  unknownKeysAccepted,
  unknownKeysRejected,
  unknownKeysStated,
  usualContentTypeChanged,
  validationMovedBack,
  validationMovedFirst,
];
