import { defineKind } from '../../kind.ts';
import { difference } from '../../witnesses.ts';
import { listed } from '../../words.ts';

export const machineReadElsewhere = defineKind({
  id: 'machine-read-elsewhere',
  scope: 'machine',
  when: 'changed',
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
    also: [],
    back: ['machine-read-elsewhere'],
  },
});
