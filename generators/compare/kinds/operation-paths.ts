import { type AnyKind, defineKind } from '../kind.ts';
import type { ComparedOperation } from '../side.ts';
import { requestAccepted } from '../witnesses.ts';
import { shown } from '../words.ts';
import { counting, countingWith } from './examples.ts';

/** Changes of the method and the path of an operation. */
export const operationPathKinds: readonly AnyKind[] = [
  defineKind({
    id: 'operation-method-changed',
    scope: 'operation',
    title: 'An operation has another method',
    parts: ['method'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
    reason:
      'Calls with the old method get 404 or 405; a deployment that serves only the old method breaks `<operation>.exists`',
    advice: 'Call it with the new method',
    *find(before, after, context) {
      yield {
        sentence: `\`${after.id}\` is called with ${after.method} instead of ${before.method}`,
        ...requestAccepted('before', before, context.host),
      };
    },
    example: {
      given: counting,
      edit: countingWith('GET', 'POST'),
    },
  }),
  defineKind({
    id: 'operation-moved',
    scope: 'operation',
    title: 'An operation has another path',
    parts: ['path', 'template', 'wide', 'segments'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason: 'Calls to the old path get 404; a deployment that serves only the old path breaks `<operation>.exists`',
    advice: 'Call the new path; serve it, and keep the old path while callers move',
    *find(before, after, context) {
      if (
        before.template === after.template ||
        before.path.replace(/\{[^}]*\}/g, '{}') === after.path.replace(/\{[^}]*\}/g, '{}')
      )
        return;
      const [one = '', other = ''] = [context.host?.before.host.prefix, context.host?.after.host.prefix];
      if (one !== other && after.template === before.template.replace(one, other)) {
        yield { implied: ['path', 'template'], by: 'prefix-changed' };
        return;
      }
      yield {
        sentence: `\`${after.id}\` is at \`${after.template}\` instead of \`${before.template}\``,
        ...requestAccepted('before', before, context.host),
      };
    },
    example: {
      edit: { 'operations/text/list-languages.yaml': ['{prefix}/languages', '{prefix}/tongues'] },
    },
  }),
  defineKind({
    id: 'path-parameter-renamed',
    scope: 'operation',
    title: 'A path parameter has another name',
    parts: ['path', 'template', 'wide'],
    levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
    reason: 'The same paths are served, but the client names its arguments after the parameters',
    advice: 'Rename the argument where you call the client',
    *find(before, after, { host }) {
      if (
        before.path.replace(/\{[^}]*\}/g, '{}') !== after.path.replace(/\{[^}]*\}/g, '{}') ||
        before.path === after.path
      )
        return;
      const parts = ['path', 'template', 'wide'];
      const alike = (host?.after.operations ?? []).filter(({ path }) => path === after.path);
      // A path that several operations have is reported of the first.
      if (alike[0] && alike[0].id !== after.id) return void (yield { implied: parts, by: 'path-parameter-renamed' });
      yield {
        sentence: `Parameters of \`${after.template}\` were renamed from \`${before.template}\``,
        operations: alike.map(({ id }) => id),
      };
    },
    example: {
      edit: {
        'operations/audio/get-transcription.yaml': [
          ['{id}', '{job}'],
          ['required: [id]', 'required: [job]'],
          ['    id: { desc', '    job: { desc'],
          ['params: { id:', 'params: { job:'],
        ],
      },
      also: ['operation-example-changed'],
      back: ['path-parameter-renamed', 'operation-example-changed'],
    },
  }),
  defineKind({
    id: 'segment-renamed',
    scope: 'operation',
    title: 'The usual name of a path segment changed',
    parts: ['segments'],
    levels: { callers: 'breaking', operators: 'risky', suite: 'compatible' },
    reason: 'Callers with the old name in their paths get 404; a deployment may use a name of its own',
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
    },
  }),
];

/** Segments that the paths of both have, with other names. */
function renamedSegments(before: ComparedOperation, after: ComparedOperation): string[] {
  return Object.keys(after.segments).filter(
    (name) => before.segments[name] !== undefined && before.segments[name] !== after.segments[name],
  );
}
