import { harmless } from '../change.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind, defineMirrored } from '../kind.ts';
import { difference, hostOf, requestAccepted } from '../witnesses.ts';
import { listed, shown, without } from '../words.ts';

/** Changes of hosts, except how they are paid. */
export const hostKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'host',
    added: {
      id: 'host-added',
      title: 'A host is new',
      levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
      reason: 'Existing hosts do not change',
      advice: 'Deploy it and write its target file',
      *find(thing) {
        yield { sentence: `The host \`${thing.host.id}\` (${thing.host.title}) is new` };
      },
    },
    removed: {
      id: 'host-removed',
      title: 'A host was removed',
      levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
      reason: 'Callers can no longer use the host; it may still be online although it is not described',
      advice: 'Move callers to another host',
      *find(thing) {
        yield { sentence: `The host \`${thing.host.id}\` (${thing.host.title}) was removed` };
      },
    },
    example: {
      edit: {
        'hosts/pier.yaml': `host: pier
title: Retired
group: retired
from: notes-001
auth: none
prefix: { path: /v2, from: notes-003 }
`,
      },
    },
  }),
  defineKind({
    id: 'host-free-calls-changed',
    scope: 'host',
    title: 'The free quota of a host changes',
    parts: ['freeCalls'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'Callers without a wallet make fewer calls or more, and the host earns more or less',
    advice: 'Tell callers how many calls are free',
    *find(before, after) {
      const [old, now] = [before, after].map(({ host }) => shown(host.freeCalls));
      yield { sentence: `The free calls of \`${after.host.id}\` are ${now} instead of ${old}` };
    },
    example: {
      edit: { 'hosts/quay.yaml': ['auth: x402', 'auth: x402\nfree-calls: { count: 5, window: 3600 }'] },
    },
  }),
  defineKind({
    id: 'host-keys-changed',
    scope: 'host',
    title: 'API keys begin or cease to stand for payments',
    parts: ['keys'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'Callers with a key have to pay each call where keys no longer pay; where they do, accounts need balances',
    advice: 'Tell callers who have a key; give the gateway its keys with `--api-key`',
    *find(_, after) {
      yield {
        sentence: `API keys ${after.host.keys ? 'stand' : 'no longer stand'} for payments on \`${after.host.id}\``,
      };
    },
    example: {
      edit: { 'hosts/quay.yaml': ['auth: x402', 'auth: x402\nkeys: true'] },
      // The errors of keys are those of the host then.
      also: ['error-added'],
      back: ['error-removed', 'host-keys-changed'],
    },
  }),
  defineKind({
    id: 'host-provider-names-changed',
    scope: 'host',
    title: 'The host file has other names of providers for entries of catalogs',
    parts: ['providerNames'],
    levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
    reason: 'Handlers that read these names call another model of a provider',
    advice: 'Check that the provider serves the new names, at the same cost',
    *find(before, after) {
      yield {
        sentence: `The names of providers on \`${after.host.id}\` are ${shown(after.host.providerNames)} instead of ${shown(before.host.providerNames)}`,
      };
    },
    example: {
      edit: { 'hosts/quay.yaml': ['auth: x402', 'auth: x402\nprovider-names: { languages: { nl: dutch } }'] },
    },
  }),
  defineKind({
    id: 'host-renamed',
    scope: 'host',
    title: 'A host has a new id',
    parts: ['formerly'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason:
      'Network and operations are the same, but clients name the host by its id; so do commands, contracts and target files',
    advice: 'Use the new id in `hosts` of the client; use it in `--host` and as the name of the target file',
    *find(before, after) {
      yield { sentence: `The host \`${before.formerly}\` is now called \`${after.host.id}\`` };
    },
    example: {
      edit: {
        'hosts/counter.yaml': undefined,
        'hosts/desk.yaml': `host: desk
title: Paid from a balance
group: balance
from: notes-004
auth: bearer
prefix: { path: /v2, from: notes-003 }
`,
      },
    },
  }),
  defineKind({
    id: 'host-retired',
    scope: 'host',
    title: 'A host is retired',
    parts: ['auth'],
    levels: { callers: 'breaking', operators: 'compatible', suite: 'risky' },
    reason: 'Every call to it gets 404',
    advice: 'Move callers to another host',
    *find(before, after) {
      if (after.host.auth !== 'none') return;
      const [operation] = before.operations;
      yield {
        sentence: `\`${after.host.id}\` is retired`,
        parts: ['*'],
        ...(operation && requestAccepted('before', operation, hostOf(before, after))),
      };
    },
    example: {
      edit: { 'hosts/counter.yaml': ['auth: bearer', 'auth: none'] },
      back: ['host-authorization-changed'],
    },
  }),
  defineKind({
    id: 'host-description-changed',
    scope: 'host',
    title: 'The title or group of a host changed',
    parts: ['title', 'group'],
    levels: harmless,
    reason: 'Titles and groups do not affect requests or responses',
    advice: 'Nothing',
    *find(_, after) {
      yield {
        sentence: `\`${after.host.id}\` is called ${shown(after.host.title)} in the group ${shown(after.host.group)}`,
      };
    },
    example: {
      edit: { 'hosts/counter.yaml': ['title: Paid from a balance', 'title: Paid from an account'] },
    },
  }),
  defineKind({
    id: 'prefix-changed',
    scope: 'host',
    title: 'The path prefix of a host changed',
    parts: ['prefix'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason: 'Calls to the old paths get 404; a deployment that serves only those serves no operation',
    advice: 'Call the new paths',
    *find(before, after) {
      const host = hostOf(before, after);
      const operation = before.operations.find(({ path }) => path.startsWith(before.host.prefix));
      const [was, is] = [before.host.prefix, after.host.prefix];
      const lost = without(is.split(' '), was.split(' '));
      yield {
        sentence: `Paths of \`${after.host.id}\` begin with ${shown(after.host.prefix)} instead of ${shown(before.host.prefix)}`,
        // A description names every address at which its host is found.
        ...(lost.length === 0 && { levels: { callers: 'compatible' } as const }),
        ...(operation ? requestAccepted('before', operation, host) : difference(['host', 'prefix'], [was, is], host)),
      };
    },
    example: {
      edit: { 'hosts/counter.yaml': ['path: /v2', 'path: /v3'] },
    },
  }),
  ...defineMirrored({
    scope: 'host',
    parts: ['absent'],
    forward: {
      id: 'absent-path-added',
      title: 'A host must not serve anything under one more path',
      levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
      reason: 'Calls to such a path get 404, but no operation was ever promised there',
      advice: 'Serve nothing under it',
      *find(before, after) {
        const gained = without(before.host.absent, after.host.absent);
        if (gained.length === 0) return;
        yield { sentence: `\`${after.host.id}\` must not serve anything under ${listed(gained)}` };
      },
    },
    backward: {
      id: 'absent-path-removed',
      title: 'A host may serve a path again that it had to leave empty',
      levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
      reason: 'The path still carries no promise',
      advice: 'Nothing',
      *find(before, after) {
        const lost = without(after.host.absent, before.host.absent);
        if (lost.length === 0) return;
        yield { sentence: `\`${after.host.id}\` may serve something under ${listed(lost)}` };
      },
    },
    example: {
      edit: { 'hosts/quay.yaml': ['paths: [/v1]', 'paths: [/v1, /v0]'] },
    },
  }),
];
