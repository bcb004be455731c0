/** Faults of phone, faces, sandbox and data on Base that show the second time, later or past a bound; written without sight of any suite. */

import { SEGMENTS } from '../hosts.ts';
import { BOX, type Fault, faultsOf, PHOTO, PM, paidOk, quoted } from './kit.ts';

const fault = faultsOf('base');
const FACE = '/api/v1/realface';
const NUMBERS = '/api/v1/phone/numbers';

export const serviceCombinationFaults: Fault[] = [
  fault(
    'second-renewal-no-days',
    'Renewing counts from the expiry that was bought, so that the second renewal adds nothing.',
    'renew (before expiry only) adds 30 days from the current expiry',
    (rules) => {
      rules.combinations.renewFromCurrent = false;
    },
    async (client) => {
      const { body } = await paidOk(client, `${NUMBERS}/buy`, {});
      const phoneNumber = String(body.phone_number);
      await paidOk(client, `${NUMBERS}/renew`, { phoneNumber });
      const twice = await paidOk(client, `${NUMBERS}/renew`, { phoneNumber });
      const days = (Date.parse(String(twice.body.expires_at)) - Date.parse(String(body.expires_at))) / 86_400_000;
      return Math.round(days) === 60;
    },
  ),
  fault(
    'group-bound-to-wallet',
    'Only the wallet that enrolled first into a face group may enroll into it again.',
    'It is the credential for that enrollment: anyone holding it can refresh the link and enroll into the group.',
    (rules) => {
      rules.combinations.groupOpenToAll = false;
    },
    async (client) => {
      const groupId = String((await client.post(`${FACE}/init`, { name: 'Ada' })).body.group_id);
      await client.event('realface', groupId, 'liveness_passed');
      const body = { name: 'Ada', image_url: PHOTO, group_id: groupId };
      await paidOk(client, `${FACE}/enroll`, body);
      return (await client.pay('POST', `${FACE}/enroll`, body, { wallet: 'other' })).status === 200;
    },
  ),
  fault(
    'exec-extends-lifetime',
    'Every command starts the lifetime of its sandbox anew.',
    '`terminated` after terminate or when the lifetime ends (auto-terminate at the configured timeout)',
    (rules) => {
      rules.combinations.execExtends = true;
    },
    async (client) => {
      const { body } = await paidOk(client, `${BOX}/create`, { timeout: 60 });
      const id = { sandbox_id: String(body.sandbox_id) };
      await client.advance(40);
      await paidOk(client, `${BOX}/exec`, { ...id, command: ['echo', 'ahoy'] });
      await client.advance(40);
      return String((await paidOk(client, `${BOX}/status`, id)).body.status) === 'terminated';
    },
  ),
  fault(
    'identities-second-hundred',
    'More than a hundred addresses in one request cost twice as much.',
    'Read-only market data under `/api/v1/pm/`, every call 0.0085 USD on every tier and method.',
    (rules) => {
      rules.combinations.identitiesPerPrice = 100;
    },
    quoted(
      `${PM}/${SEGMENTS.venue_a}/wallet/identities`,
      { addresses: Array.from({ length: 101 }, (_, index) => `0x${String(index).padStart(40, '0')}`) },
      8500,
    ),
  ),
  fault(
    'list-q-prefix',
    'The lists of symbols are searched from the first letter only.',
    '`/list` query: `q` (substring), `limit` (max 2000, default 100).',
    (rules) => {
      rules.combinations.listSubstring = false;
    },
    async (client) => {
      const { body } = await client.get('/api/v1/crypto/list?q=TC-USD');
      return [...(body.data ?? [])].some((entry) => String(entry.symbol) === 'BTC-USD');
    },
  ),
];
