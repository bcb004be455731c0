import { createHash } from 'node:crypto';
import { iso } from './clock.ts';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { type Reply, refuse } from './http.ts';
import { enforce, type Limit } from './limits.ts';
import { metered } from './metered.ts';
import { usd } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { segments } from './segments.ts';

/** Prices of the social data. */
export const socialPrices = { user: usd('0.002'), page: usd('0.049') };

const LIMIT: Limit = { name: 'social', calls: 120, seconds: 3600 };
const MAX_USERS = 100;
const PAGE = 200;
const TOTAL = 450;
const base = `/v1/${segments.social}/users`;

/** Data about users of a social network. */
export const socialOperations: Operation[] = [
  {
    methods: ['POST'],
    path: `${base}/lookup`,
    summary: 'Look users up',
    upstream: 'social-lookup',
    handle: (call) => lookup(call),
  },
  {
    methods: ['POST'],
    path: `${base}/followers`,
    summary: 'A page of followers',
    upstream: 'social-followers',
    handle: (call) => page(call, 'followers'),
  },
  {
    methods: ['POST'],
    path: `${base}/followings`,
    summary: 'A page of followings',
    upstream: 'social-followings',
    handle: (call) => page(call, 'followings'),
  },
];

function bare(name: string): string {
  return name.trim().replace(/^@/, '');
}

function readNames(form: Form): string[] {
  if (!form.need('usernames')) return [];
  const value = form.get('usernames');
  const list = typeof value === 'string' ? value.split(',') : (form.texts('usernames') ?? []);
  const names = new Set(list.map(bare).filter((name) => name !== ''));
  if (names.size === 0) form.add('usernames', 'usernames must name at least one user');
  if (on('social-dedupe-at')) return [...new Set(list)].map(bare).slice(0, MAX_USERS);
  return [...names].slice(0, MAX_USERS);
}

function lookup(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const names = readNames(form);
  form.done();
  enforce(LIMIT, call.account.keyId);
  const quote = socialPrices.user * BigInt(names.length);
  return metered(call, { quote, upstream: 'social-lookup' }, ({ outcome }) => {
    const exists = (name: string) => outcome !== 'empty' && /^\w{1,15}$/.test(name);
    const users = names.filter(exists).map(userOf);
    return {
      body: {
        users,
        not_found: names.filter((name) => !exists(name)),
        total_requested: names.length,
        total_found: users.length,
      },
      charge: users.length === 0 ? 0n : quote,
    };
  });
}

function numberOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE(0);
}

function userOf(name: string): Record<string, unknown> {
  const number = numberOf(name);
  return {
    id: String(number),
    userName: name,
    name: `User ${name}`,
    profilePicture: `https://pictures.chirp.example/${number}.jpg`,
    description: 'A simulated user',
    followers: number % 10_000,
    following: number % 700,
    isBlueVerified: number % 2 === 0,
    verifiedType: 'none',
    location: 'Earth',
    joined: '2015-03-01T00:00:00.000Z',
  };
}

function page(call: Call, kind: 'followers' | 'followings'): Promise<Reply> {
  const form = new Form(call.json());
  const username = bare(form.must('username'));
  if (username === '' && typeof form.get('username') === 'string') form.add('username', 'username must not be empty');
  const cursor = form.text('cursor') ?? '';
  form.done();
  const start = cursor === '' ? 0 : Number(/^p(\d{1,6})$/.exec(cursor)?.[1] ?? NaN);
  if (Number.isNaN(start)) throw refuse('cursor', 'cursor must be a next_cursor of this service');
  enforce(LIMIT, call.account.keyId);
  return metered(call, { quote: socialPrices.page, upstream: `social-${kind}` }, ({ outcome }) => {
    const total = outcome === 'empty' ? 0 : TOTAL;
    const length = Math.max(0, Math.min(PAGE, total - start));
    const users = Array.from({ length }, (_, index) => follower(`${username}${start + index}`));
    const more = start + length < total;
    return {
      body: {
        [kind]: users,
        has_next_page: more,
        next_cursor: more ? `p${start + length}` : '',
        total_returned: length,
        username,
      },
      charge: length === 0 && !(on('followings-empty-charged') && kind === 'followings') ? 0n : socialPrices.page,
    };
  });
}

function follower(name: string): Record<string, unknown> {
  const number = numberOf(name);
  return {
    id: String(number),
    name: `User ${name}`,
    screen_name: name,
    userName: name,
    location: 'Earth',
    description: 'A simulated user',
    protected: false,
    verified: false,
    followers_count: number % 5000,
    following_count: number % 400,
    friends_count: number % 400,
    favourites_count: number % 900,
    statuses_count: number % 9000,
    created_at: iso(Date.UTC(2015, 2, 1)),
    profile_banner_url: `https://pictures.chirp.example/banner/${number}`,
    profile_image_url_https: `https://pictures.chirp.example/${number}.jpg`,
    can_dm: false,
  };
}
