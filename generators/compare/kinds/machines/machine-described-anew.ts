import { defineKind } from '../../kind.ts';

export const machineDescribedAnew = defineKind({
  id: 'machine-described-anew',
  scope: 'machine',
  when: 'changed',
  title: 'A lifecycle is described in other words',
  parts: ['summary', 'states'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
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
    back: ['machine-described-anew'],
  },
});
