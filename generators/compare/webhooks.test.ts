import { expect, test } from 'vitest';
import { readTiny } from '../fixtures/tiny.ts';
import { compare } from './compare.ts';
import { sideOf } from './load.ts';
import { pack, printBundle } from './release/pack.ts';
import { unpack } from './release/unpack.ts';
import type { Side } from './side.ts';

const done = `webhook: done
summary: A job is done
when: Once it has ended
hosts: [counter]
body:
  type: object
  required: [id]
  properties:
    id: { type: string, maxLength: 9 }
`;

/** A second field for addresses in the call that starts a job. */
const addressed: Parameters<typeof readTiny>[0] = {
  'schemas/audio.yaml': [
    '      audio_url:',
    '      callback_url: { type: string, format: uri, from: notes-018 }\n      audio_url:',
  ],
};

/** The small specification with a webhook, and the same as a release. */
function sidesWith(webhook: string): readonly Side[] {
  const { model, places, diagnostics } = readTiny({ ...addressed, 'webhooks/done.yaml': webhook });
  if (!model || !places) throw new Error(JSON.stringify(diagnostics));
  const side = sideOf('spec', { model, places, diagnostics });
  return [...(side ? [side] : []), unpack('release', printBundle(pack('1.0.0', model, places)))];
}

function sideWithout(): Side {
  const side = sideOf('spec', readTiny(addressed));
  if (!side) throw new Error('The small specification has errors.');
  return side;
}

/** Changes with their levels and where they stand in the newer side, or else in the older one. */
function changesOf(before: Side, after: Side) {
  return compare(before, after).changes.map(({ kind, hosts, levels, rules, ...change }) => {
    const { file, line } = change.after ?? change.before ?? {};
    return `${kind} on ${hosts.join()}: ${Object.values(levels).join(' ')} (${file}:${line}) ${rules.join()}`;
  });
}

test('a changed payload is a change of what receivers read, with its line', () => {
  const changed = done.replace('required: [id]', 'required: []').replace('maxLength: 9', 'maxLength: 12');
  for (const before of sidesWith(done))
    for (const after of sidesWith(changed))
      expect(changesOf(before, after)).toEqual([
        'response-field-not-guaranteed on counter: breaking compatible compatible (webhooks/done.yaml:9) ',
        'response-length-widened on counter: breaking compatible compatible (webhooks/done.yaml:9) ',
      ]);
});

test('a webhook that is sent in other states, or to another field, changes what receivers read and where', () => {
  const sent = `webhook: done
summary: A transcription is done
send: { operation: transcribe, to: audio_url, states: [finished] }
`;
  for (const before of sidesWith(sent)) {
    for (const after of sidesWith(sent.replace('finished', 'finished, broken')))
      expect(changesOf(before, after)).toEqual([
        'response-values-widened on quay: breaking compatible compatible (webhooks/done.yaml:1) ',
      ]);
    for (const after of sidesWith(sent.replace('audio_url', 'callback_url')))
      expect(changesOf(before, after)).toEqual([
        'operation-moved on quay: breaking breaking compatible (webhooks/done.yaml:1) ',
      ]);
    expect(changesOf(before, before)).toEqual([]);
    expect(changesOf(before, sideWithout())).toEqual([
      expect.stringMatching(/^operation-removed on quay: breaking /),
      'rule-removed on : risky compatible breaking (operations/audio/transcribe.yaml:1) transcribe.webhooks.done.body',
      'rule-removed on : risky compatible breaking (operations/audio/transcribe.yaml:1) transcribe.webhooks.done.sent',
    ]);
  }
});

test('a webhook that is added or removed concerns no rule', () => {
  for (const side of sidesWith(done)) {
    expect(changesOf(sideWithout(), side)).toEqual([
      'operation-added on counter: compatible compatible compatible (webhooks/done.yaml:1) ',
    ]);
    expect(changesOf(side, sideWithout())).toEqual([
      'operation-removed on counter: breaking compatible compatible (webhooks/done.yaml:1) ',
    ]);
    expect(changesOf(side, side)).toEqual([]);
  }
});
