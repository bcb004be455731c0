import type { Rule } from '../contract/contract.ts';
import { notTestable, type Outcome } from './outcome.ts';
import type { Run } from './run.ts';

/** How rules of one kind are checked. */
export interface Family {
  readonly kind: Rule['kind'];
  /** True for rules whose check scripts the target, moves its clock or uses up a limit: they run alone, after the others. */
  alone?(rule: Rule, run: Run): boolean;
  /**
   * The area that a check keeps to, although it scripts the target: it calls and scripts operations of this area only, and
   * moves no clock. `undefined` for one that cannot run beside those of other areas.
   */
  area?(rule: Rule, run: Run): string | undefined;
  /** True for rules that are read off all payments of the run, and judged after the last of them. */
  whole?(rule: Rule): boolean;
  /** True for rules that are read off all responses of the run, and judged once more at its end. */
  again?(rule: Rule): boolean;
  /** Checks one rule. Families that judge many rules by the same calls cache within the run. */
  check(rule: Rule, run: Run): Promise<Outcome>;
}

/**
 * A family of rules where the documents contradict each other and the contract has one side only.
 *
 * A target that departs from that side may follow the other one, so it does not fail.
 */
export function oneSided(family: Family): Family {
  return {
    ...family,
    async check(rule, run) {
      const outcome = await family.check(rule, run);
      if (rule.status !== 'conflict' || outcome.verdict !== 'fail') return outcome;
      const detail = `The documents contradict each other here, and the target may follow the other side: ${outcome.detail}`;
      return notTestable('open', detail);
    },
  };
}

/** The check of one rule of the protocol. */
export interface ProtocolCheck {
  /** Rule id. */
  readonly id: string;
  /** True when it scripts the target, so no other check may run at the same time. */
  readonly alone?: boolean;
  /** True when it is read off all payments of the run. */
  readonly whole?: boolean;
  /** True when it is read off all responses of the run: it is judged once more at its end. */
  readonly again?: boolean;
  check(run: Run): Promise<Outcome>;
}
