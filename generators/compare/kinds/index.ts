import type { AnyKind } from '../kind.ts';
import { catalogKinds } from './catalogs.ts';
import { conditionKinds } from './conditions.ts';
import { descriptionKinds } from './descriptions.ts';
import { errorKinds } from './errors.ts';
import { fieldValueKinds } from './field-values.ts';
import { hostPaymentKinds } from './host-payment.ts';
import { hostKinds } from './hosts.ts';
import { limitKinds } from './limits.ts';
import { machineKinds } from './machines.ts';
import { operationBodyKinds } from './operation-bodies.ts';
import { operationPathKinds } from './operation-paths.ts';
import { operationPaymentKinds } from './operation-payment.ts';
import { operationKinds } from './operations.ts';
import { priceAmountKinds } from './price-amounts.ts';
import { priceKinds } from './prices.ts';
import { questionKinds } from './questions.ts';
import { requestFieldKinds } from './request-fields.ts';
import { responseBodyKinds } from './response-bodies.ts';
import { responseFieldKinds } from './response-fields.ts';
import { responseKinds } from './responses.ts';
import { ruleKinds } from './rules.ts';
import { scenarioKinds } from './scenarios.ts';
import { serviceKinds } from './service.ts';
import { transitionKinds } from './transitions.ts';
import { transportCallKinds } from './transport-calls.ts';
import { transportKinds } from './transport.ts';
import { writtenByKinds } from './written-by.ts';

/** Every kind of change, area by area. */
export const kinds: readonly AnyKind[] = [
  ...serviceKinds,
  ...questionKinds,
  ...hostKinds,
  ...hostPaymentKinds,
  ...transportKinds,
  ...transportCallKinds,
  ...ruleKinds,
  ...operationKinds,
  ...operationPathKinds,
  ...operationBodyKinds,
  ...operationPaymentKinds,
  ...requestFieldKinds,
  ...responseFieldKinds,
  ...fieldValueKinds,
  ...writtenByKinds,
  ...responseKinds,
  ...responseBodyKinds,
  ...descriptionKinds,
  ...conditionKinds,
  ...priceKinds,
  ...priceAmountKinds,
  ...catalogKinds,
  ...machineKinds,
  ...transitionKinds,
  ...errorKinds,
  ...limitKinds,
  ...scenarioKinds,
];
