import { testFamily } from '../testing/reference/family-suite.ts';
import { referenceRule } from '../testing/reference/rule.ts';
import { families } from './index.ts';

const required = referenceRule('protocol', 'payment.challenge.required', { level: 'free' });

testFamily(families.protocol, [required], [[required.id, { challengeStatus: 401 }, /returned 401/]]);
