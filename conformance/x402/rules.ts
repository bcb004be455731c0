import type { Family } from '../check/family.ts';
import type { Finding } from '../check/outcome.ts';
import { behaviours } from './behaviours.ts';
import { judgeChallenge, judgeOffers, judgeReceipt } from './fields.ts';
import { judgeForgeries, judgeUnreadable } from './forgeries.ts';
import type { Seller } from './seller.ts';
import type { FieldRow, SellerRule, Standard } from './standard.ts';

/** The family of the standard's rules for one seller: the data of a rule says how it is judged. */
export function familyOf(seller: Seller, { rules }: Standard): Family {
  return {
    kind: 'protocol',
    async check({ id }) {
      const rule = rules.get(id);
      if (!rule) throw new Error(`The standard has no rule ${id}.`);
      return (await judge(seller, rule)) ?? { verdict: 'pass' };
    },
  };
}

function judge(seller: Seller, rule: SellerRule): Promise<Finding> {
  const { challenge, offers, receipt, headers, forgeries, behaviour = '' } = rule;
  // The schemas of the standard are plain JSON.
  if (challenge) return judgeChallenge(seller, challenge as FieldRow);
  if (offers) return judgeOffers(seller, offers);
  if (receipt) return judgeReceipt(seller, receipt as FieldRow);
  if (headers) return judgeUnreadable(seller, headers);
  if (forgeries) return judgeForgeries(seller, forgeries);
  const check = behaviours[behaviour];
  if (!check) throw new Error(`There is no behaviour "${behaviour}".`);
  return check(seller);
}
