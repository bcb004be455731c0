import type { ProtocolCheck } from '../../check/family.ts';
import { tokenFee } from './quote.tokens.fee.ts';
import { tokenOtherName } from './quote.tokens.other-name.ts';
import { tokenRates } from './quote.tokens.rates.ts';
import { tokenText } from './quote.tokens.text.ts';

/** The checks of quotes, by what a deployment publishes. */
export const quoteChecks: readonly ProtocolCheck[] = [tokenFee, tokenOtherName, tokenRates, tokenText];
