import { responseCatalogNarrowed } from './response-catalog-narrowed.ts';
import { responseCatalogWidened } from './response-catalog-widened.ts';
import { responseCountNarrowed } from './response-count-narrowed.ts';
import { responseCountWidened } from './response-count-widened.ts';
import { responseFieldAdded } from './response-field-added.ts';
import { responseFieldDescribedAnew } from './response-field-described-anew.ts';
import { responseFieldGuaranteed } from './response-field-guaranteed.ts';
import { responseFieldNotGuaranteed } from './response-field-not-guaranteed.ts';
import { responseFieldRemoved } from './response-field-removed.ts';
import { responseFormatNarrowed } from './response-format-narrowed.ts';
import { responseFormatWidened } from './response-format-widened.ts';
import { responseKeysNarrowed } from './response-keys-narrowed.ts';
import { responseKeysWidened } from './response-keys-widened.ts';
import { responseLengthNarrowed } from './response-length-narrowed.ts';
import { responseLengthWidened } from './response-length-widened.ts';
import { responsePatternNarrowed } from './response-pattern-narrowed.ts';
import { responsePatternWidened } from './response-pattern-widened.ts';
import { responseRangeNarrowed } from './response-range-narrowed.ts';
import { responseRangeWidened } from './response-range-widened.ts';
import { responseShapeNarrowed } from './response-shape-narrowed.ts';
import { responseShapeWidened } from './response-shape-widened.ts';
import { responseTypeNarrowed } from './response-type-narrowed.ts';
import { responseTypeWidened } from './response-type-widened.ts';
import { responseValuesNarrowed } from './response-values-narrowed.ts';
import { responseValuesWidened } from './response-values-widened.ts';

/** Kinds of change of what callers read. */
export const responses = [
  responseCatalogNarrowed,
  responseCatalogWidened,
  responseCountNarrowed,
  responseCountWidened,
  responseFieldAdded,
  responseFieldDescribedAnew,
  responseFieldGuaranteed,
  responseFieldNotGuaranteed,
  responseFieldRemoved,
  responseFormatNarrowed,
  responseFormatWidened,
  responseKeysNarrowed,
  responseKeysWidened,
  responseLengthNarrowed,
  responseLengthWidened,
  responsePatternNarrowed,
  responsePatternWidened,
  responseRangeNarrowed,
  responseRangeWidened,
  responseShapeNarrowed,
  responseShapeWidened,
  responseTypeNarrowed,
  responseTypeWidened,
  responseValuesNarrowed,
  responseValuesWidened,
];
