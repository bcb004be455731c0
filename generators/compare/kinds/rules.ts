import { harmless } from '../change.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind, defineMirrored } from '../kind.ts';
import { listed, shown, without } from '../words.ts';

/** Changes of rules as the suite judges them. */
export const ruleKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'rule',
    added: {
      id: 'rule-added',
      title: 'A rule of the protocol is new',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'A deployment is judged by it',
      advice: 'Run the suite against each deployment',
      *find(thing) {
        yield { sentence: `\`${thing.id}\` is new: ${thing.summary}` };
      },
    },
    removed: {
      id: 'rule-removed',
      title: 'A rule of the protocol is gone',
      levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
      reason: 'Nothing holds a deployment to it any more; baselines and `--only` cannot name it',
      advice: 'Take it out of baselines',
      *find(thing) {
        yield { sentence: `\`${thing.id}\` is gone: ${thing.summary}` };
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
    title: 'A rule of the protocol is put in other words',
    parts: ['summary'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'Its check may have followed the words',
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
  ...defineMirrored({
    scope: 'rule',
    parts: ['tier'],
    forward: {
      id: 'rule-made-stricter',
      title: 'A rule can fail a deployment, which it could not',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason: 'What was only reported, or not asserted, fails a deployment that does otherwise',
      advice: 'Run the suite against each deployment',
      *find(before, after) {
        const order = ['none', 'info', 'must'];
        if (order.indexOf(after.tier) <= order.indexOf(before.tier)) return;
        yield { sentence: `\`${after.id}\` has the tier ${shown(after.tier)} instead of ${shown(before.tier)}` };
      },
    },
    backward: {
      id: 'rule-made-laxer',
      title: 'A rule can no longer fail a deployment',
      levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
      reason: 'Callers may meet deployments that do otherwise',
      advice: 'Do not rely on it',
      *find(before, after) {
        const order = ['none', 'info', 'must'];
        if (order.indexOf(after.tier) >= order.indexOf(before.tier)) return;
        yield { sentence: `\`${after.id}\` has the tier ${shown(after.tier)} instead of ${shown(before.tier)}` };
      },
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
      title: 'A rule of the protocol holds on more hosts',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason: 'Deployments of those hosts are judged by it',
      advice: 'Run the suite there',
      *find(before, after) {
        const gained = without(before.hosts, after.hosts);
        if (gained.length > 0)
          yield {
            sentence: `A rule of the protocol holds on ${listed(gained)}, too`,
            parts: without(after.hosts, before.hosts).length > 0 ? [] : ['hosts'],
          };
      },
    },
    backward: {
      id: 'rule-hosts-lost',
      title: 'A rule of the protocol holds on fewer hosts',
      levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
      reason: 'Callers of those hosts can no longer rely on it; runs there can no longer name it',
      advice: 'Do not rely on it there',
      *find(before, after) {
        const lost = without(after.hosts, before.hosts);
        if (lost.length > 0) yield { sentence: `A rule of the protocol holds no more on ${listed(lost)}` };
      },
    },
    example: {
      edit: { 'protocol/payment.yaml': ['hosts: [per-call]', 'hosts: [per-call, balance]'] },
    },
  }),
  ...defineMirrored({
    scope: 'rule',
    parts: ['level'],
    forward: {
      id: 'rule-level-raised',
      title: 'A rule is judged at a higher level',
      levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
      reason: 'A run at the old level reports it as not testable',
      advice: 'Run at the new level',
      *find(before, after) {
        const order = ['free', 'paid', 'controlled'];
        if (order.indexOf(after.level) < order.indexOf(before.level)) return;
        yield {
          sentence: `\`${after.id}\` is judged at the level ${shown(after.level)} instead of ${shown(before.level)}`,
        };
      },
    },
    backward: {
      id: 'rule-level-lowered',
      title: 'A rule is judged at a lower level',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason: 'More runs judge it, and may find what was not tried',
      advice: 'Run the suite',
      *find(before, after) {
        const order = ['free', 'paid', 'controlled'];
        if (order.indexOf(after.level) > order.indexOf(before.level)) return;
        yield {
          sentence: `\`${after.id}\` is judged at the level ${shown(after.level)} instead of ${shown(before.level)}`,
        };
      },
    },
    example: {
      edit: { 'protocol/payment.yaml': ['from: notes-005\n    level: free', 'from: notes-005\n    level: paid'] },
    },
  }),
  defineKind({
    id: 'rule-hidden',
    scope: 'rule',
    title: 'A rule cannot be seen from outside, or can be seen again',
    parts: ['unobservable'],
    levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
    reason: 'What the suite cannot see it reports as not testable',
    advice: 'Look at the reason',
    *find(_, after) {
      yield {
        sentence: after.unobservable
          ? `\`${after.id}\` cannot be seen: ${after.unobservable}`
          : `\`${after.id}\` can be seen`,
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
    title: 'Rules rest on other statements',
    parts: ['from'],
    levels: harmless,
    reason: 'What they ask for is the same',
    advice: 'Nothing; findings name other sentences',
    *find(before, after) {
      const gained = without(before.from, after.from);
      const lost = without(after.from, before.from);
      const parts = [
        ...(gained.length > 0 ? [`rests on ${listed(gained)}`] : []),
        ...(lost.length > 0 ? [`rests no longer on ${listed(lost)}`] : []),
      ];
      yield {
        sentence:
          parts.length > 0 ? `A rule ${parts.join(' and ')}` : 'The statements of a rule stand in another order',
      };
    },
    example: {
      edit: { 'protocol/payment.yaml': ['from: notes-005', 'from: [notes-005, notes-001]'] },
    },
  }),
];
