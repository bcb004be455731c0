import { harmless } from '../change.ts';
import { guardFound, isSameMachine, lineOf, machineOf, transitionProof } from '../engines/machine/proofs.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind, defineMirrored } from '../kind.ts';
import { listed } from '../words.ts';

/** Changes of the steps of a job. */
export const transitionKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'transition',
    added: {
      id: 'transition-added',
      title: 'A job may go a new way',
      levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
      reason:
        'A caller meets an order of states that it did not; a deployment that does not go this way breaks the rule',
      advice: 'Make callers ready for it',
      *find(transition, context) {
        if (isSameMachine(transition.id, context)) yield { same: ['*'], by: 'every trace' };
        else
          yield {
            sentence: `\`${machineOf(transition)}\` may go ${lineOf(transition)}`,
            ...transitionProof(transition, 'after', context),
          };
      },
    },
    removed: {
      id: 'transition-removed',
      title: 'A job no longer goes a way',
      levels: { callers: 'risky', operators: 'breaking', suite: 'breaking' },
      reason:
        'A caller that waits for it waits in vain; a deployment that still goes this way is at fault; the rule can no longer be named',
      advice: 'Do not wait for it',
      *find(transition, context) {
        if (isSameMachine(transition.id, context)) yield { same: ['*'], by: 'every trace' };
        else
          yield {
            sentence: `\`${machineOf(transition)}\` no longer goes ${lineOf(transition)}`,
            ...transitionProof(transition, 'before', context),
          };
      },
    },
    example: {
      edit: {
        'machines/transcription.yaml': [
          'always:\n',
          '  - { from: running, on: upstream.cancelled, to: broken, effects: [refund], statements: notes-024 }\nalways:\n',
        ],
      },
    },
  }),
  defineKind({
    id: 'transition-leads-elsewhere',
    scope: 'transition',
    title: 'A job ends up in another state after the same event',
    parts: ['to'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason: 'A caller that waits for the old state waits in vain; a deployment that still goes there breaks the rule',
    advice: 'Wait for the new state',
    *find(before, after, context) {
      yield {
        sentence: `\`${machineOf(after)}\` goes from \`${after.from.join(', ')}\` to \`${after.to}\` instead of \`${before.to}\` on \`${after.on}\``,
        ...transitionProof(after, 'after', context),
      };
    },
    example: {
      edit: { 'machines/transcription.yaml': ['on: upstream.failed, to: broken', 'on: upstream.failed, to: finished'] },
    },
  }),
  ...defineMirrored({
    scope: 'transition',
    parts: ['if'],
    forward: {
      id: 'guard-added',
      title: 'A job goes a way only under a condition',
      levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
      reason: 'A job stays where it went on; a deployment that does not keep to the condition breaks the rule',
      advice: 'Keep to the condition',
      *find(before, after, context) {
        if (!(!before.if && after.if)) return;
        yield* guardFound(`goes ${lineOf(after)} only if \`${after.if?.text}\``, before, 'before', context);
      },
    },
    backward: {
      id: 'guard-removed',
      title: 'A job goes a way without a condition',
      levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
      reason: 'A job goes on where it stayed; a deployment that still keeps to the condition breaks the rule',
      advice: 'Let go of the condition',
      *find(before, after, context) {
        if (!(before.if && !after.if)) return;
        yield* guardFound(`goes ${lineOf(after)} even if not \`${before.if?.text}\``, after, 'after', context);
      },
    },
    example: {
      edit: {
        'machines/transcription.yaml': [
          'on: upstream.finished, to: finished',
          'on: upstream.finished, if: upstream.ready, to: finished',
        ],
      },
    },
  }),
  defineKind({
    id: 'guard-changed',
    scope: 'transition',
    title: 'A job goes a way under another condition',
    parts: ['if'],
    levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
    reason:
      'A job may stay where it went on, or go on where it stayed; a deployment that follows the old condition breaks the rule',
    advice: 'Follow the new condition',
    *find(before, after, context) {
      if (!(before.if && after.if)) return;
      yield* guardFound(
        `goes ${lineOf(after)} if \`${after.if?.text}\` instead of \`${before.if?.text}\``,
        after,
        'after',
        context,
      );
    },
    example: {
      given: {
        'machines/transcription.yaml': [
          'on: upstream.finished, to: finished',
          'on: upstream.finished, if: upstream.ready, to: finished',
        ],
      },
      edit: { 'machines/transcription.yaml': ['upstream.ready', 'upstream.whole'] },
    },
  }),
  ...defineMirrored({
    scope: 'transition',
    parts: ['effects'],
    forward: {
      id: 'effect-added',
      title: 'A step of a job has one more effect',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'What happens to the payment differs; a deployment without the effect breaks the rule',
      advice: 'Check what it does to charges',
      *find(before, after, context) {
        const effects = after.effects.filter((effect) => !before.effects.includes(effect));
        if (effects.length === 0) return;
        yield {
          sentence: `\`${machineOf(after)}\` does ${listed(effects)} ${lineOf(after)}`,
          ...transitionProof(after, 'after', context),
        };
      },
    },
    backward: {
      id: 'effect-removed',
      title: 'A step of a job no longer has an effect',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'What happens to the payment differs; a deployment that still has the effect breaks the rule',
      advice: 'Check what it does to charges',
      *find(before, after, context) {
        const effects = before.effects.filter((effect) => !after.effects.includes(effect));
        if (effects.length === 0) return;
        yield {
          sentence: `\`${machineOf(after)}\` no longer does ${listed(effects)} ${lineOf(after)}`,
          ...transitionProof(before, 'before', context),
        };
      },
    },
    example: {
      edit: {
        'machines/transcription.yaml': [
          'on: upstream.finished, to: finished',
          'on: upstream.finished, to: finished, effects: [settle-once]',
        ],
      },
    },
  }),
  ...defineMirrored({
    scope: 'transition',
    parts: ['on', 'after'],
    forward: {
      id: 'timer-shortened',
      title: 'A job times out sooner',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A job that was still going on has ended; a deployment that waits longer breaks the rule',
      advice: 'Wait as long as the machine says',
      *find(before, after, context) {
        const [was, is] = [before.after, after.after];
        if (was === undefined || is === undefined || !(is < was)) return;
        yield {
          sentence: `\`${machineOf(after)}\` goes from \`${after.from.join(', ')}\` to \`${after.to}\` after ${is} seconds instead of ${was}`,
          ...transitionProof(after, 'after', context),
        };
      },
    },
    backward: {
      id: 'timer-lengthened',
      title: 'A job times out later',
      levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
      reason: 'A caller waits longer for a job that never ends; a deployment that gives up sooner breaks the rule',
      advice: 'Wait as long as the machine says',
      *find(before, after, context) {
        const [was, is] = [before.after, after.after];
        if (was === undefined || is === undefined || !(is > was)) return;
        yield {
          sentence: `\`${machineOf(after)}\` goes from \`${after.from.join(', ')}\` to \`${after.to}\` after ${is} seconds instead of ${was}`,
          ...transitionProof(before, 'before', context),
        };
      },
    },
    example: {
      edit: { 'machines/transcription.yaml': ['after(1800s)', 'after(900s)'] },
    },
  }),
  defineKind({
    id: 'transition-scenario-changed',
    scope: 'transition',
    title: 'A transition is shown by another scenario',
    parts: ['shownBy'],
    levels: harmless,
    reason: 'Only the suite looks at it in another way',
    advice: 'Nothing',
    *find(_, after) {
      yield {
        sentence: `The transition \`${after.id}\` is shown by ${after.shownBy === undefined ? 'no scenario' : `\`${after.shownBy}\``}`,
      };
    },
    example: {
      edit: {
        'machines/transcription.yaml': [
          'on: upstream.started, to: running',
          'on: upstream.started, to: running, shown-by: small-translations.same-price',
        ],
      },
    },
  }),
];
