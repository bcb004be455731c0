import { defineKind } from '../../kind.ts';
import type { ComparedOperation } from '../../side.ts';
import { requestAccepted } from '../../witnesses.ts';
import { shown } from '../../words.ts';

export const segmentRenamed = defineKind({
  id: 'segment-renamed',
  scope: 'operation',
  when: 'changed',
  title: 'The usual name of a segment of paths changed',
  parts: ['segments'],
  levels: { callers: 'breaking', operators: 'risky', suite: 'compatible' },
  reason: 'Callers that have the old name in their paths get 404; a deployment may keep a name of its own',
  advice: 'Call the new paths',
  *find(before, after, { host, after: { release } }) {
    const renamed = renamedSegments(before, after);
    if (before.template !== after.template || renamed.length === 0) return;
    const parts = ['segments', 'path'];
    const alike = (host?.after.operations ?? []).filter((operation) => {
      const old = host?.before.operations.find(({ id }) => id === operation.id);
      return old?.template === operation.template && renamedSegments(old, operation).join() === renamed.join();
    });
    // One name is in many paths, and is reported of the first.
    if (alike[0] && alike[0].id !== after.id) return void (yield { implied: parts, by: 'segment-renamed' });
    const names = renamed.map(
      (name) => `\`{${name}}\` is ${shown(after.segments[name])} instead of ${shown(before.segments[name])}`,
    );
    const others = alike.length > 1 ? ` and ${alike.length - 1} more` : '';
    yield {
      sentence: `${names.join(', ')} in the path of \`${after.id}\`${others}`,
      parts,
      entry: `service/${release.service.id}`,
      path: ['segments', ...renamed.slice(0, 1)],
      ...requestAccepted('before', before, host),
    };
  },
  example: {
    edit: { 'service.yaml': ['desk: desk', 'desk: counter'] },
    back: ['segment-renamed'],
  },
});

/** Segments that the paths of both have, with other names. */
function renamedSegments(before: ComparedOperation, after: ComparedOperation): string[] {
  return Object.keys(after.segments).filter(
    (name) => before.segments[name] !== undefined && before.segments[name] !== after.segments[name],
  );
}
