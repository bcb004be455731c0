import type { Transition } from '../../model/types.ts';
import { harmless } from '../change.ts';
import { movedEffects } from '../engines/machine/moved-effects.ts';
import {
  guardFound,
  isSameMachine,
  lineOf,
  machineOf,
  machinesOf,
  settlementCause,
  transitionProof,
} from '../engines/machine/proofs.ts';
import {
  type AnyKind,
  type Context,
  defineAddedAndRemoved,
  defineKind,
  defineMirrored,
  defineRaisedAndLowered,
} from '../kind.ts';
import { listed } from '../words.ts';

/** Changes of the steps of a job. */
export const transitionKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'transition',
    added: {
      id: 'transition-added',
      title: 'A job may take a new transition',
      levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
      reason: 'A caller may see states in a new order; a deployment that never takes the transition breaks the rule',
      advice: 'Handle the new order in callers',
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
      title: 'A job no longer takes a transition',
      levels: { callers: 'risky', operators: 'breaking', suite: 'breaking' },
      reason:
        'A caller that waits for it waits forever; a deployment that still takes it fails the suite; baselines and `--only` can no longer name the rule',
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
    title: 'The same event takes a job to another state',
    parts: ['to'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason: 'A caller that waits for the old state waits forever; a deployment that still goes there breaks the rule',
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
      title: 'A transition has a new condition',
      levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
      reason: 'A job may now stay in its state; a deployment that ignores the condition breaks the rule',
      advice: 'Check the condition',
      *find(before, after, context) {
        if (!(!before.if && after.if)) return;
        yield* guardFound(`goes ${lineOf(after)} only if \`${after.if?.text}\``, before, 'before', context);
      },
    },
    backward: {
      id: 'guard-removed',
      title: 'A transition no longer has a condition',
      levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
      reason: 'A job may now leave its state; a deployment that still checks the condition breaks the rule',
      advice: 'Do not check the condition',
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
    title: 'A transition has another condition',
    parts: ['if'],
    levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
    reason:
      'A job may stay in a state that it left, or leave a state in which it stayed; a deployment that checks the old condition breaks the rule',
    advice: 'Check the new condition',
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
  defineKind({
    id: 'effect-moved',
    scope: 'transition',
    title: 'An effect moved to another transition',
    parts: ['effects'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason:
      'The payment is handled at another time, and for other outcomes; a deployment that handles it as before breaks the rule',
    advice: 'Check what a failed job costs, and one that is never polled',
    *find(_, after, context) {
      for (const { effect, from, to } of movedIn(after, context)) {
        const [first, ...more] = to;
        if ([...from, ...more].some(({ id }) => id === after.id)) yield { implied: ['effects'], by: 'effect-moved' };
        if (first?.id !== after.id) continue;
        const machine = machineOf(after);
        yield {
          sentence: `\`${machine}\` does \`${effect}\` ${to.map(lineOf).join(' and ')} instead of ${from.map(lineOf).join(' and ')}`,
          statements: [...from, ...more].flatMap(({ statements }) => statements),
          rules: [...from, ...more].map(({ id }) => id),
          operations: (context.host?.after.operations ?? []).flatMap((each) =>
            each.machine?.id === machine ? [each.id] : [],
          ),
          ...settlementCause(machine, context),
          ...transitionProof(after, 'after', context),
        };
      }
    },
    example: {
      given: {
        'machines/transcription.yaml': [
          'on: upstream.finished, to: finished',
          'on: upstream.finished, to: finished, effects: [settle-once]',
        ],
      },
      edit: {
        'machines/transcription.yaml': [
          ['on: upstream.finished, to: finished, effects: [settle-once]', 'on: upstream.finished, to: finished'],
          ['on: upstream.started, to: running', 'on: upstream.started, to: running, effects: [settle-once]'],
        ],
      },
    },
  }),
  ...defineMirrored({
    scope: 'transition',
    parts: ['effects'],
    forward: {
      id: 'effect-added',
      title: 'A transition has one more effect',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'The payment is handled differently; a deployment without the effect breaks the rule',
      advice: 'Check how charges change',
      *find(before, after, context) {
        const effects = effectsOnly(after, before, context);
        if (effects.length === 0) return;
        yield {
          sentence: `\`${machineOf(after)}\` does ${listed(effects)} ${lineOf(after)}`,
          ...transitionProof(after, 'after', context),
        };
      },
    },
    backward: {
      id: 'effect-removed',
      title: 'A transition no longer has an effect',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'The payment is handled differently; a deployment that still has the effect breaks the rule',
      advice: 'Check how charges change',
      *find(before, after, context) {
        const effects = effectsOnly(before, after, context);
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
  ...defineRaisedAndLowered({
    scope: 'transition',
    parts: ['on', 'after'],
    measure: ({ after }) => after,
    raised: {
      id: 'timer-lengthened',
      title: 'A job times out later',
      levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
      reason: 'A caller waits longer for a job that never ends; a deployment that stops sooner breaks the rule',
      advice: 'Wait as long as the machine says',
    },
    lowered: {
      id: 'timer-shortened',
      title: 'A job times out sooner',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A job that was still running has ended; a deployment that waits longer breaks the rule',
      advice: 'Wait as long as the machine says',
    },
    *find(before, after, context) {
      const [was = 0, is = 0] = [before.after, after.after];
      yield {
        sentence: `\`${machineOf(after)}\` goes from \`${after.from.join(', ')}\` to \`${after.to}\` after ${is} seconds instead of ${was}`,
        ...(is > was ? transitionProof(before, 'before', context) : transitionProof(after, 'after', context)),
      };
    },
    example: { edit: { 'machines/transcription.yaml': ['after(1800s)', 'after(3600s)'] } },
  }),
  defineKind({
    id: 'transition-scenario-changed',
    scope: 'transition',
    title: 'Another scenario tests a transition',
    parts: ['shownBy'],
    levels: harmless,
    reason: 'Only the way the suite tests it changed',
    advice: 'Nothing',
    *find(_, after) {
      yield {
        sentence: `The transition \`${after.id}\` is tested by ${after.shownBy === undefined ? 'no scenario' : `\`${after.shownBy}\``}`,
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

/** The effects that moved within the machine of a transition. */
function movedIn({ id }: Transition, context: Context): ReturnType<typeof movedEffects> {
  const machines = machinesOf(id, context);
  return machines ? movedEffects(...machines) : [];
}

/** The effects of one release of a transition that the other does not have, and that did not move. */
function effectsOnly(one: Transition, other: Transition, context: Context): readonly string[] {
  const moved = movedIn(one, context).map(({ effect }) => effect);
  return one.effects.filter((effect) => !other.effects.includes(effect) && !moved.includes(effect));
}
