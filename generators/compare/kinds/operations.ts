import { harmless } from '../change.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind, defineMirrored } from '../kind.ts';
import { requestAccepted } from '../witnesses.ts';
import { shown } from '../words.ts';
import { counting, countingWith } from './examples.ts';

/** Changes of which operations there are, and where they are served. */
export const operationKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'operation',
    added: {
      id: 'operation-added',
      title: 'An operation is new',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'No caller calls it yet; a deployment without it breaks `<operation>.exists`',
      advice: 'Serve it; callers need the new client to call it',
      *find(operation, { host }) {
        const assumed = operation.presence === 'assumed';
        yield {
          sentence: `\`${operation.method} ${operation.template}\` is served`,
          ...(assumed && { levels: { operators: 'risky' } }),
          ...requestAccepted('after', operation, host),
          ...(operation.sends && {
            sentence: `The ${operation.sends} \`${operation.id}\` is sent`,
            levels: { operators: 'compatible' },
            reason: 'Receivers ignore what they do not know; no rule judges what is sent',
            advice: 'Receive it where you need it',
          }),
        };
      },
    },
    removed: {
      id: 'operation-removed',
      title: 'An operation was removed',
      levels: { callers: 'breaking', operators: 'compatible', suite: 'breaking' },
      reason:
        'Calls to it get 404; a deployment that still serves it breaks no rule; baselines and `--only` can no longer name its rules',
      advice: 'Stop calling it; remove its rules from baselines and `--only`',
      *find(operation, { host }) {
        yield {
          sentence: `\`${operation.method} ${operation.template}\` is no longer served`,
          ...requestAccepted('before', operation, host),
          ...(operation.sends && {
            sentence: `The ${operation.sends} \`${operation.id}\` is no longer sent`,
            levels: { suite: 'compatible' },
            reason: 'A receiver that waits for it waits in vain; no rule judges what is sent',
            advice: 'Learn of it in another way, such as by polling',
          }),
        };
      },
    },
    example: {
      edit: counting,
    },
  }),
  defineKind({
    id: 'operation-renamed',
    scope: 'operation',
    title: 'An operation has a new id',
    parts: ['id'],
    levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
    reason: 'Method and path are the same, but the client and the rules use the new id',
    advice: 'Call it by its new name in the client; rename its rules in baselines',
    *find(before, after, context) {
      const named = [context.host?.before, context.host?.after].flatMap((view) => view?.rules ?? []);
      const rules = named
        .filter(({ operation }) => operation === before.id || operation === after.id)
        .map(({ id }) => id);
      yield { sentence: `\`${before.id}\` is now called \`${after.id}\``, rules };
    },
    example: {
      given: counting,
      edit: {
        'operations/text/count-languages.yaml': undefined,
        'operations/text/number-languages.yaml': counting['operations/text/count-languages.yaml'].replace(
          'operation: count-languages',
          'operation: number-languages',
        ),
      },
    },
  }),
  defineKind({
    id: 'operation-description-changed',
    scope: 'operation',
    title: 'The description of an operation changed, or it was deprecated',
    parts: [
      ...['summary', 'description', 'area', 'deprecated', 'extras.tags', 'extras.deprecated', 'extras.sunset'],
      'extras.shown',
    ],
    levels: harmless,
    reason: 'Descriptions do not affect requests or responses',
    advice: 'Nothing',
    *find(before, after) {
      const [was, is] = [before, after].map(({ deprecated, extras }) => deprecated ?? extras?.deprecated === true);
      const words = was === is ? 'has another description' : is ? 'is deprecated' : 'is no longer deprecated';
      yield { sentence: `\`${after.id}\` ${words}` };
    },
    example: {
      edit: { 'operations/text/list-languages.yaml': ['List the languages', 'List every language'] },
    },
  }),
  defineKind({
    id: 'operation-pages-changed',
    scope: 'operation',
    title: 'The pages of a list follow one another in another way',
    parts: ['pages'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'Clients find the next page by the fields that were stated',
    advice: 'Read the new fields; until then only the first page is sure',
    *find(_, after) {
      yield { sentence: `Pages of \`${after.id}\` are ${after.pages ? shown(after.pages) : 'not stated any more'}` };
    },
    example: {
      edit: {
        'operations/text/list-languages.yaml': [
          'example: {}\n',
          'query: { type: object, properties: { after: { type: string } } }\npages: { items: /languages, id: /code, next: /next, cursor: after }\nexample: {}\n',
        ],
      },
      also: ['request-field-added'],
      back: ['operation-pages-changed', 'request-field-removed'],
    },
  }),
  defineKind({
    id: 'operation-example-changed',
    scope: 'operation',
    title: 'The example of an operation changed',
    parts: ['example'],
    levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
    reason: 'The suite builds its requests from the example',
    advice: 'Nothing; runs send other requests',
    *find(_, after) {
      yield { sentence: `The example of \`${after.id}\` is ${shown(after.example)}` };
    },
    example: {
      edit: { 'operations/text/translate.yaml': ['text: Good morning', 'text: Good evening'] },
    },
  }),
  ...defineMirrored({
    scope: 'operation',
    parts: ['closed'],
    forward: {
      id: 'operation-closed',
      title: 'An operation is closed',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
      reason:
        'Every call gets the same error; a deployment that still serves the operation breaks the rule of that error',
      advice: 'Stop calling it; answer with its error',
      *find(before, after, context) {
        if (before.closed !== undefined || after.closed === undefined) return;
        yield {
          sentence: `Every call of \`${after.id}\` gets the error \`${after.closed}\``,
          parts: ['closed', 'errors'],
          ...requestAccepted('before', before, context.host),
        };
      },
    },
    backward: {
      id: 'operation-reopened',
      title: 'A closed operation is served again',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'risky' },
      reason:
        'Calls that got an error are served; a deployment that still answers with the error breaks `<operation>.exists`',
      advice: 'Serve it',
      *find(before, after, context) {
        if (before.closed === undefined || after.closed !== undefined) return;
        yield {
          sentence: `\`${after.id}\` is served again`,
          parts: ['closed', 'errors'],
          ...requestAccepted('after', after, context.host),
        };
      },
    },
    example: {
      given: counting,
      edit: countingWith('auth: none', 'auth: none\nclosed: job-not-found'),
    },
  }),
  defineKind({
    id: 'closed-operation-error-changed',
    scope: 'operation',
    title: 'A closed operation answers with another error',
    parts: ['closed'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'Callers get another status or body; no call was served before either',
    advice: 'Answer with the new error',
    *find(before, after) {
      if (before.closed === undefined || after.closed === undefined) return;
      yield {
        sentence: `Every call of \`${after.id}\` gets \`${after.closed}\` instead of \`${before.closed}\``,
        parts: ['closed', 'errors'],
      };
    },
    example: {
      given: countingWith('auth: none', 'auth: none\nclosed: job-not-found'),
      edit: countingWith('auth: none', 'auth: none\nclosed: not-found'),
    },
  }),
  ...defineMirrored({
    scope: 'operation',
    parts: ['presence'],
    forward: {
      id: 'presence-stated',
      title: 'The documents now state that a host serves an operation',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason: 'A deployment without it passed before and now fails',
      advice: 'Serve it',
      *find(_, after, { host }) {
        if (after.presence !== undefined) return;
        yield { sentence: `\`${after.id}\` is now stated to be served`, entry: `host/${host?.id}`, path: ['carries'] };
      },
    },
    backward: {
      id: 'presence-assumed',
      title: 'It is now only assumed that a host serves an operation',
      levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
      reason: 'A deployment without it no longer fails',
      advice: 'Check that it is served before you call it',
      *find(_, after, { host }) {
        if (after.presence === undefined) return;
        yield {
          sentence: `\`${after.id}\` is only assumed to be served`,
          entry: `host/${host?.id}`,
          path: ['carries'],
        };
      },
    },
    example: {
      given: {
        'hosts/counter.yaml': [
          'prefix:',
          'carries: { operations: [list-languages], perhaps: [translate], from: notes-004, status: assumed }\nprefix:',
        ],
      },
      edit: {
        'hosts/counter.yaml': [
          'operations: [list-languages], perhaps: [translate]',
          'operations: [list-languages, translate]',
        ],
      },
    },
  }),
  defineKind({
    id: 'irreversibility-changed',
    scope: 'operation',
    title: 'Whether a call has real-world effects changed',
    parts: ['irreversible'],
    levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
    reason: 'It decides which calls the suite makes outside a simulation',
    advice: 'Check the level of your runs',
    *find(_, after) {
      yield {
        sentence: `A call of \`${after.id}\` ${after.irreversible ? 'has real-world effects' : 'has no real-world effects'}`,
      };
    },
    example: {
      edit: { 'operations/text/translate.yaml': ['price: {', 'irreversible: true\nprice: {'] },
    },
  }),
  defineKind({
    id: 'job-machine-changed',
    scope: 'operation',
    title: 'An operation creates or polls another kind of job',
    parts: ['machine'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'Its jobs have the states and endings of another machine',
    advice: 'Compare the two machines',
    *find(before, after) {
      yield {
        sentence: `\`${after.id}\` has ${shown(after.machine?.id)} (${after.machine?.role ?? 'no role'}) instead of ${shown(before.machine?.id)} (${before.machine?.role ?? 'no role'})`,
      };
    },
    example: {
      edit: { 'operations/audio/get-transcription.yaml': ['role: poll', 'role: create'] },
    },
  }),
];
