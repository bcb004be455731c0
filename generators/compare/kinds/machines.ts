import { harmless } from '../change.ts';
import { statesWithout, traceProof } from '../engines/machine/proofs.ts';
import { clausesOf, noMeaning } from '../engines/rules/clauses.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind, defineMirrored } from '../kind.ts';
import { difference } from '../witnesses.ts';
import { listed } from '../words.ts';

/** Changes of the lifecycles of jobs: their states, and what holds in them. */
export const machineKinds: readonly AnyKind[] = [
  defineKind({
    id: 'initial-state-changed',
    scope: 'machine',
    title: 'A job begins in another state',
    parts: ['initial'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason: 'The first state that callers read differs; a deployment that begins in the old one breaks the rule',
    advice: 'Expect the new state first',
    *find(before, after, context) {
      yield {
        sentence: `\`${after.id}\` begins as \`${after.initial}\` instead of \`${before.initial}\``,
        ...traceProof(after.id, 'after', context, (_, is) => is?.state === after.initial && is.by === undefined),
      };
    },
    example: {
      given: {
        'machines/transcription.yaml': [
          'always:\n',
          '  - { from: running, on: upstream.paused, to: waiting, statements: notes-024 }\nalways:\n',
        ],
      },
      edit: { 'machines/transcription.yaml': ['initial: waiting', 'initial: running'] },
    },
  }),
  ...defineMirrored({
    scope: 'machine',
    parts: ['states'],
    forward: {
      id: 'state-added',
      title: 'A job may be in a new state',
      levels: { callers: 'breaking', operators: 'risky', suite: 'compatible' },
      reason:
        'A caller that knows the old states alone meets one that it does not know; a deployment that never gets there may break rules of its transitions',
      advice: 'Make callers ready for it',
      *find(before, after, context) {
        for (const state of statesWithout(after, before).filter(({ final }) => !final)) {
          yield {
            sentence: `\`${after.id}\` may be \`${state.name}\``,
            path: ['states', state.name],
            ...traceProof(after.id, 'after', context, (_, is) => is?.state === state.name),
          };
        }
      },
    },
    backward: {
      id: 'state-removed',
      title: 'A job is no longer in a state',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Callers know the states that are left; a deployment that still gets there is at fault',
      advice: 'Do not wait for it',
      *find(before, after, context) {
        for (const state of statesWithout(before, after).filter(({ final }) => !final)) {
          yield {
            sentence: `\`${after.id}\` is no longer \`${state.name}\``,
            path: ['states', state.name],
            ...traceProof(after.id, 'before', context, (was) => was?.state === state.name),
          };
        }
      },
    },
    example: {
      edit: {
        'machines/transcription.yaml': [
          ['states:\n', 'states:\n  paused: { summary: New }\n'],
          [
            'always:\n',
            '  - { from: running, on: upstream.paused, to: paused, statements: notes-024 }\n  - { from: paused, on: upstream.resumed, to: running, statements: notes-024 }\nalways:\n',
          ],
        ],
      },
      also: ['transition-added'],
      back: ['state-removed', 'transition-removed'],
    },
  }),
  ...defineMirrored({
    scope: 'machine',
    parts: ['states'],
    forward: {
      id: 'ending-added',
      title: 'A job may end in a new way',
      levels: { callers: 'breaking', operators: 'risky', suite: 'compatible' },
      reason:
        'A caller that knows the old states alone meets one that it does not know; a deployment that never gets there may break rules of its transitions',
      advice: 'Make callers ready for it',
      *find(before, after, context) {
        for (const state of statesWithout(after, before).filter(({ final }) => final)) {
          yield {
            sentence: `\`${after.id}\` may end as \`${state.name}\``,
            path: ['states', state.name],
            ...traceProof(after.id, 'after', context, (_, is) => is?.state === state.name),
          };
        }
      },
    },
    backward: {
      id: 'ending-removed',
      title: 'A job no longer ends in a way',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A caller that waits for this ending waits in vain; a deployment that still gets there is at fault',
      advice: 'Do not wait for it',
      *find(before, after, context) {
        for (const state of statesWithout(before, after).filter(({ final }) => final)) {
          yield {
            sentence: `\`${after.id}\` no longer ends as \`${state.name}\``,
            path: ['states', state.name],
            ...traceProof(after.id, 'before', context, (was) => was?.state === state.name),
          };
        }
      },
    },
    example: {
      edit: {
        'machines/transcription.yaml': [
          ['states:\n', 'states:\n  cancelled: { summary: New, final: true }\n'],
          [
            'always:\n',
            '  - { from: running, on: upstream.cancelled, to: cancelled, statements: notes-024 }\nalways:\n',
          ],
        ],
      },
      also: ['transition-added'],
      back: ['ending-removed', 'transition-removed'],
    },
  }),
  defineKind({
    id: 'machine-read-elsewhere',
    scope: 'machine',
    title: 'The state of a job stands elsewhere in responses',
    parts: ['reads'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason: 'A caller that reads the old place finds no state',
    advice: 'Read the new place',
    *find(before, after, { host }) {
      const of = (machine: typeof after) => ({ state: machine.reads.state ?? null, id: machine.reads.id ?? null });
      yield {
        sentence: `The state and id of \`${after.id}\` stand at ${listed(Object.values(after.reads))} instead of ${listed(Object.values(before.reads))}`,
        ...difference(['machines', after.id, 'reads'], [of(before), of(after)], host),
      };
    },
    example: {
      edit: { 'machines/transcription.yaml': ['id: /id }', 'id: /number }'] },
    },
  }),
  defineKind({
    id: 'machine-description-changed',
    scope: 'machine',
    title: 'A lifecycle is described in other words',
    parts: ['summary', 'states'],
    levels: harmless,
    reason: 'Words decide no transition',
    advice: 'Nothing',
    *find(before, after) {
      const names = (machine: typeof after) =>
        Object.entries(machine.states)
          .map(([name, { final }]) => `${name} ${final}`)
          .sort()
          .join();
      if (names(before) !== names(after)) return;
      yield { sentence: `\`${after.id}\` is described in other words` };
    },
    example: {
      edit: { 'machines/transcription.yaml': ['A recording on its way to text', 'A recording that becomes text'] },
    },
  }),
  ...defineAddedAndRemoved({
    scope: 'invariant',
    added: {
      id: 'invariant-added',
      title: 'A state promises more',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'Callers may rely on it; a deployment that does not keep it breaks the rule',
      advice: 'Keep it in the state',
      *find(invariant) {
        yield { sentence: `In \`${invariant.in.join(', ')}\` it always holds that \`${invariant.then.text}\`` };
      },
    },
    removed: {
      id: 'invariant-removed',
      title: 'A state promises less',
      levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
      reason: 'A caller that relies on it may meet a response that does not keep it; the rule can no longer be named',
      advice: 'Do not rely on it',
      *find(invariant) {
        yield { sentence: `In \`${invariant.in.join(', ')}\` it need not hold that \`${invariant.then.text}\`` };
      },
    },
    example: {
      given: {
        'machines/transcription.yaml': [
          '  - { in: [finished], then: has(response.transcript), statements: notes-023 }\n',
          '',
        ],
      },
      edit: {
        'machines/transcription.yaml': [
          'always:\n',
          'always:\n  - { in: [finished], then: has(response.transcript), statements: notes-023 }\n',
        ],
      },
    },
  }),
  defineKind({
    id: 'invariant-changed',
    scope: 'invariant',
    title: 'A state promises something else',
    parts: ['then'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'A caller that relies on the old promise may meet a response that does not keep it',
    advice: 'Rely on the new promise',
    *find(before, after) {
      if (clausesOf([{ must: before.then }], noMeaning) === clausesOf([{ must: after.then }], noMeaning)) {
        yield { same: ['then'], by: 'algebra' };
        return;
      }
      yield {
        sentence: `In \`${after.in.join(', ')}\` it always holds that \`${after.then.text}\` instead of \`${before.then.text}\``,
      };
    },
    example: {
      edit: { 'machines/transcription.yaml': ['then: has(response.transcript)', 'then: response.transcript != ""'] },
    },
  }),
];
