import { harmless } from '../change.ts';
import { clausesOf, noMeaning } from '../engines/formulas/clauses.ts';
import { statesWithout, traceProof } from '../engines/machine/proofs.ts';
import {
  type AnyKind,
  type Context,
  defineAddedAndRemoved,
  defineKind,
  defineMirrored,
  type ChangeDetails,
} from '../kind.ts';
import { difference } from '../witnesses.ts';
import { listed } from '../words.ts';

/** Changes of the lifecycles of jobs: their states, and what holds in them. */
export const machineKinds: readonly AnyKind[] = [
  defineKind({
    id: 'initial-state-changed',
    scope: 'machine',
    title: 'A job starts in another state',
    parts: ['initial'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason: 'The first state that callers read differs; a deployment that starts in the old state breaks the rule',
    advice: 'Expect the new state first',
    *find(before, after, context) {
      yield {
        sentence: `\`${after.id}\` starts as \`${after.initial}\` instead of \`${before.initial}\``,
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
      title: 'A job may have a new state',
      levels: { callers: 'breaking', operators: 'risky', suite: 'compatible' },
      reason:
        'A caller that handles only the old states does not know this one; a deployment that never reaches it may break the rules of its transitions',
      advice: 'Handle the new state in callers',
      find: (before, after, context) =>
        statesFound(
          statesWithout(after, before),
          { machine: after.id, side: 'after', isFinal: false, words: 'may be' },
          context,
        ),
    },
    backward: {
      id: 'state-removed',
      title: 'A job no longer has a state',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Callers know the remaining states; a deployment that still reaches the old one fails the suite',
      advice: 'Do not wait for it',
      find: (before, after, context) =>
        statesFound(
          statesWithout(before, after),
          { machine: after.id, side: 'before', isFinal: false, words: 'is no longer' },
          context,
        ),
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
      title: 'A job may end in a new state',
      levels: { callers: 'breaking', operators: 'risky', suite: 'compatible' },
      reason:
        'A caller that handles only the old states does not know this one; a deployment that never reaches it may break the rules of its transitions',
      advice: 'Handle the new state in callers',
      find: (before, after, context) =>
        statesFound(
          statesWithout(after, before),
          { machine: after.id, side: 'after', isFinal: true, words: 'may end as' },
          context,
        ),
    },
    backward: {
      id: 'ending-removed',
      title: 'A job no longer ends in a state',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A caller that waits for this state waits forever; a deployment that still reaches it fails the suite',
      advice: 'Do not wait for it',
      find: (before, after, context) =>
        statesFound(
          statesWithout(before, after),
          { machine: after.id, side: 'before', isFinal: true, words: 'no longer ends as' },
          context,
        ),
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
    title: 'The state of a job is in another place of responses',
    parts: ['reads'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason: 'A caller that reads the old place finds no state',
    advice: 'Read the new place',
    *find(before, after, { host }) {
      const of = (machine: typeof after) => ({ state: machine.reads.state ?? null, id: machine.reads.id ?? null });
      yield {
        sentence: `The state and id of \`${after.id}\` are at ${listed(Object.values(after.reads))} instead of ${listed(Object.values(before.reads))}`,
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
    title: 'The description of a machine changed',
    parts: ['summary', 'states'],
    levels: harmless,
    reason: 'Descriptions do not affect transitions',
    advice: 'Nothing',
    *find(before, after) {
      const names = (machine: typeof after) =>
        Object.entries(machine.states)
          .map(([name, { final }]) => `${name} ${final}`)
          .sort()
          .join();
      if (names(before) !== names(after)) return;
      yield { sentence: `The description of \`${after.id}\` changed` };
    },
    example: {
      edit: { 'machines/transcription.yaml': ['A recording on its way to text', 'A recording that becomes text'] },
    },
  }),
  ...defineAddedAndRemoved({
    scope: 'invariant',
    added: {
      id: 'invariant-added',
      title: 'Responses in a state promise more',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'Callers may rely on it; a deployment that does not keep the promise breaks the rule',
      advice: 'Keep the promise in this state',
      *find(invariant) {
        yield { sentence: `In \`${invariant.in.join(', ')}\` \`${invariant.then.text}\` always holds` };
      },
    },
    removed: {
      id: 'invariant-removed',
      title: 'Responses in a state promise less',
      levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
      reason:
        'Responses may no longer keep the promise that a caller relies on; baselines and `--only` can no longer name the rule',
      advice: 'Do not rely on it',
      *find(invariant) {
        yield { sentence: `In \`${invariant.in.join(', ')}\` \`${invariant.then.text}\` no longer has to hold` };
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
    title: 'Responses in a state promise something else',
    parts: ['then'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'Responses may no longer keep the promise that a caller relies on',
    advice: 'Rely on the new promise',
    *find(before, after) {
      if (clausesOf([{ must: before.then }], noMeaning) === clausesOf([{ must: after.then }], noMeaning)) {
        yield { same: ['then'], by: 'algebra' };
        return;
      }
      yield {
        sentence: `In \`${after.in.join(', ')}\` \`${after.then.text}\` holds instead of \`${before.then.text}\``,
      };
    },
    example: {
      edit: { 'machines/transcription.yaml': ['then: has(response.transcript)', 'then: response.transcript != ""'] },
    },
  }),
];

/** States that only the machine of one side has, and how to say so. */
interface StatesFound {
  readonly machine: string;
  readonly side: 'before' | 'after';
  readonly isFinal: boolean;
  readonly words: string;
}

/** Reports each state that only one of two machines has, with the events that lead to it. */
function* statesFound(
  states: ReturnType<typeof statesWithout>,
  { machine, side, isFinal, words }: StatesFound,
  context: Context,
): Generator<ChangeDetails> {
  for (const { name, final } of states) {
    if (final !== isFinal) continue;
    yield {
      sentence: `\`${machine}\` ${words} \`${name}\``,
      path: ['states', name],
      ...traceProof(machine, side, context, (was, is) => (side === 'before' ? was : is)?.state === name),
    };
  }
}
