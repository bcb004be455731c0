import { harmless } from '../change.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind, defineMirrored, defineRaisedAndLowered } from '../kind.ts';
import { listed, shown, without } from '../words.ts';

/** Changes of rules as the suite judges them. */
export const ruleKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'rule',
    added: {
      id: 'rule-added',
      title: 'A rule of the protocol is new',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'The suite checks each deployment for it',
      advice: 'Run the suite against each deployment',
      *find(thing) {
        yield { sentence: `\`${thing.id}\` is new: ${thing.summary}` };
      },
    },
    removed: {
      id: 'rule-removed',
      title: 'A protocol rule was removed',
      levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
      reason: 'The suite no longer checks it; baselines and `--only` can no longer name it',
      advice: 'Remove it from baselines',
      *find(thing) {
        yield { sentence: `\`${thing.id}\` was removed: ${thing.summary}` };
      },
    },
    example: {
      edit: {
        'protocol/payment.yaml': [
          'rules:\n',
          'rules:\n  payment.challenge.polite:\n    summary: A challenge says please\n    from: notes-005\n    level: free\n',
        ],
      },
    },
  }),
  defineKind({
    id: 'rule-reworded',
    scope: 'rule',
    title: 'The text of a protocol rule changed',
    parts: ['summary'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'The check may have changed with the text',
    advice: 'Compare both texts',
    *find(before, after) {
      yield { sentence: `\`${after.id}\` says ${shown(after.summary)} instead of ${shown(before.summary)}` };
    },
    example: {
      edit: {
        'protocol/payment.yaml': [
          'A paid operation asked for without payment answers 402',
          'A paid operation without payment answers 402',
        ],
      },
    },
  }),
  ...defineRaisedAndLowered({
    scope: 'rule',
    parts: ['tier'],
    measure: ({ tier }) => ['none', 'info', 'must'].indexOf(tier),
    raised: {
      id: 'rule-made-stricter',
      title: 'A rule can now fail a deployment',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason: 'The rule was only reported, or not checked at all',
      advice: 'Run the suite against each deployment',
    },
    lowered: {
      id: 'rule-made-laxer',
      title: 'A rule can no longer fail a deployment',
      levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
      reason: 'Callers may meet deployments that break the rule',
      advice: 'Do not rely on it',
    },
    *find(before, after) {
      yield { sentence: `\`${after.id}\` has the tier ${shown(after.tier)} instead of ${shown(before.tier)}` };
    },
    example: {
      given: {
        'schemas/language.yaml': [
          'default: plain, from: notes-016',
          'default: plain, from: notes-016, status: assumed',
        ],
      },
      edit: { 'schemas/language.yaml': [', status: assumed', ''] },
    },
  }),
  ...defineMirrored({
    scope: 'rule',
    parts: ['hosts'],
    forward: {
      id: 'rule-hosts-gained',
      title: 'A protocol rule applies to more hosts',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason: 'The suite now checks deployments of those hosts for it',
      advice: 'Run the suite on those hosts',
      *find(before, after) {
        const gained = without(before.hosts, after.hosts);
        if (gained.length > 0)
          yield {
            sentence: `A protocol rule also applies to ${listed(gained)}`,
            parts: without(after.hosts, before.hosts).length > 0 ? [] : ['hosts'],
          };
      },
    },
    backward: {
      id: 'rule-hosts-lost',
      title: 'A protocol rule applies to fewer hosts',
      levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
      reason: 'Callers of those hosts can no longer rely on it; runs there can no longer name it',
      advice: 'Do not rely on it there',
      *find(before, after) {
        const lost = without(after.hosts, before.hosts);
        if (lost.length > 0) yield { sentence: `A protocol rule no longer applies to ${listed(lost)}` };
      },
    },
    example: {
      edit: { 'protocol/payment.yaml': ['hosts: [per-call]', 'hosts: [per-call, balance]'] },
    },
  }),
  ...defineRaisedAndLowered({
    scope: 'rule',
    parts: ['level'],
    measure: ({ level }) => ['free', 'paid', 'controlled'].indexOf(level),
    raised: {
      id: 'rule-level-raised',
      title: 'A rule needs a higher test level',
      levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
      reason: 'A run at the old level reports it as not testable',
      advice: 'Run at the new level',
    },
    lowered: {
      id: 'rule-level-lowered',
      title: 'A rule needs a lower test level',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason: 'More runs check it, and may find faults that were missed before',
      advice: 'Run the suite',
    },
    *find(before, after) {
      yield { sentence: `\`${after.id}\` needs the level ${shown(after.level)} instead of ${shown(before.level)}` };
    },
    example: {
      edit: { 'protocol/payment.yaml': ['from: notes-005\n    level: free', 'from: notes-005\n    level: paid'] },
    },
  }),
  defineKind({
    id: 'rule-hidden',
    scope: 'rule',
    title: 'A rule cannot be observed from outside, or can be observed again',
    parts: ['unobservable'],
    levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
    reason: 'The suite reports a rule that it cannot observe as not testable',
    advice: 'Read the reason for it',
    *find(_, after) {
      yield {
        sentence: after.unobservable
          ? `\`${after.id}\` cannot be observed: ${after.unobservable}`
          : `\`${after.id}\` can be observed`,
      };
    },
    example: {
      edit: {
        'protocol/payment.yaml': [
          "has the host's network\n",
          "has the host's network\n    unobservable: The network is a secret\n",
        ],
      },
    },
  }),
  defineKind({
    id: 'rule-statements-changed',
    scope: 'rule',
    title: 'Rules cite other statements',
    parts: ['from'],
    levels: harmless,
    reason: 'Their requirements are the same',
    advice: 'Nothing; findings cite other sentences',
    *find(before, after) {
      const gained = without(before.from, after.from);
      const lost = without(after.from, before.from);
      const parts = [
        ...(gained.length > 0 ? [`cites ${listed(gained)}`] : []),
        ...(lost.length > 0 ? [`no longer cites ${listed(lost)}`] : []),
      ];
      yield {
        sentence: parts.length > 0 ? `A rule ${parts.join(' and ')}` : 'A rule cites its statements in another order',
      };
    },
    example: {
      edit: { 'protocol/payment.yaml': ['from: notes-005', 'from: [notes-005, notes-001]'] },
    },
  }),
];
