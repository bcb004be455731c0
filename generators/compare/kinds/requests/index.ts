import { requestCatalogNarrowed } from './request-catalog-narrowed.ts';
import { requestCatalogWidened } from './request-catalog-widened.ts';
import { requestCountNarrowed } from './request-count-narrowed.ts';
import { requestCountWidened } from './request-count-widened.ts';
import { requestDefaultAdded } from './request-default-added.ts';
import { requestDefaultChanged } from './request-default-changed.ts';
import { requestDefaultRemoved } from './request-default-removed.ts';
import { requestFieldAdded } from './request-field-added.ts';
import { requestFieldDescribedAnew } from './request-field-described-anew.ts';
import { requestFieldNotRequired } from './request-field-not-required.ts';
import { requestFieldRefusedOtherwise } from './request-field-refused-otherwise.ts';
import { requestFieldRemoved } from './request-field-removed.ts';
import { requestFieldRenamed } from './request-field-renamed.ts';
import { requestFieldRequired } from './request-field-required.ts';
import { requestFormatNarrowed } from './request-format-narrowed.ts';
import { requestFormatWidened } from './request-format-widened.ts';
import { requestKeysNarrowed } from './request-keys-narrowed.ts';
import { requestKeysWidened } from './request-keys-widened.ts';
import { requestLengthNarrowed } from './request-length-narrowed.ts';
import { requestLengthWidened } from './request-length-widened.ts';
import { requestParameterWrittenOtherwise } from './request-parameter-written-otherwise.ts';
import { requestPatternNarrowed } from './request-pattern-narrowed.ts';
import { requestPatternWidened } from './request-pattern-widened.ts';
import { requestRangeNarrowed } from './request-range-narrowed.ts';
import { requestRangeWidened } from './request-range-widened.ts';
import { requestRequiredFieldAdded } from './request-required-field-added.ts';
import { requestShapeNarrowed } from './request-shape-narrowed.ts';
import { requestShapeWidened } from './request-shape-widened.ts';
import { requestTypeNarrowed } from './request-type-narrowed.ts';
import { requestTypeWidened } from './request-type-widened.ts';
import { requestValuesNarrowed } from './request-values-narrowed.ts';
import { requestValuesWidened } from './request-values-widened.ts';

/** Kinds of change of what callers may send. */
export const requests = [
  requestCatalogNarrowed,
  requestCatalogWidened,
  requestCountNarrowed,
  requestCountWidened,
  requestDefaultAdded,
  requestDefaultChanged,
  requestDefaultRemoved,
  requestFieldAdded,
  requestFieldDescribedAnew,
  requestFieldNotRequired,
  requestFieldRefusedOtherwise,
  requestFieldRemoved,
  requestFieldRenamed,
  requestFieldRequired,
  requestFormatNarrowed,
  requestFormatWidened,
  requestKeysNarrowed,
  requestKeysWidened,
  requestLengthNarrowed,
  requestLengthWidened,
  requestParameterWrittenOtherwise,
  requestPatternNarrowed,
  requestPatternWidened,
  requestRangeNarrowed,
  requestRangeWidened,
  requestRequiredFieldAdded,
  requestShapeNarrowed,
  requestShapeWidened,
  requestTypeNarrowed,
  requestTypeWidened,
  requestValuesNarrowed,
  requestValuesWidened,
];
