import { testFamily } from '../testing/reference/family-suite.ts';
import { referenceRule } from '../testing/reference/rule.ts';
import { protocolFamily } from './protocol.ts';

const required = referenceRule('protocol', 'payment.challenge.required', { level: 'free' });

testFamily(protocolFamily, [required], [[required.id, { challengeStatus: 401 }, /returned 401/]]);
