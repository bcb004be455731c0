import { defineKind } from '../../kind.ts';

export const hostSettledOtherwise = defineKind({
  id: 'host-settled-otherwise',
  scope: 'host',
  when: 'changed',
  title: 'The host file names another payee, node or facilitator',
  parts: ['settlement'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'Payments go to where the host file says, unless an option or the environment says otherwise',
  advice: 'Compare the address that is paid with your own before you start the gateway',
  *find(before, after) {
    const [one = {}, other = {}] = [before.host.settlement, after.host.settlement];
    for (const name of ['payee', 'rpc', 'facilitator'] as const) {
      const [old, now] = [one, other].map((each) => [each[name] ?? 'none'].flat().join(', '));
      if (old === now) continue;
      yield { sentence: `The ${name} of \`${after.host.id}\` is ${now} instead of ${old}` };
    }
  },
  example: {
    edit: { 'hosts/quay.yaml': ['auth: x402', 'auth: x402\nsettlement: { rpc: https://node.example }'] },
    back: ['host-settled-otherwise'],
  },
});
