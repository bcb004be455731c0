import { createHash } from 'node:crypto';
import { Fields } from './check.ts';
import { on } from './faults.ts';
import { paid } from './flow.ts';
import type { Req } from './http.ts';
import { limits } from './limits.ts';
import { usd } from './money.ts';
import type { Route } from './router.ts';

const PER_USER = usd('0.002');
const LOOKUP_MIN = usd('0.02');
const PAGE_PRICE = usd('0.05');
const PAGE = 200;
const FOLLOWERS = 450;

function idOf(name: string): string {
  return String(BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 15)}`));
}

function checkNames(req: Req): string[] {
  const fields = Fields.of(req);
  const raw = fields.get('usernames');
  const list = typeof raw === 'string' ? raw.split(',') : fields.texts('usernames');
  if (!fields.has('usernames')) fields.fail('usernames', 'is required');
  const clean = (name: string) => name.trim().replace(/^@/, '');
  const given = (list ?? []).map((name) => (on('social-at-duplicate') ? name.trim() : clean(name)));
  const unique = [...new Set(given)].map((name) => (on('social-at-duplicate') ? clean(name) : name));
  const names = unique.filter((name) => name !== '');
  if (names.length === 0 && fields.problems.length === 0) fields.fail('usernames', 'must hold at least one name');
  fields.done();
  return names.slice(0, 100);
}

function isKnown(name: string): boolean {
  return /^\w{1,15}$/.test(name) && !name.toLowerCase().startsWith('unknown');
}

function user(name: string): Record<string, unknown> {
  return {
    id: idOf(name),
    userName: name,
    name: `User ${name}`,
    profilePicture: `https://img.chirpnet.example/${name}.jpg`,
    description: 'A simulated user.',
    followers: FOLLOWERS,
    following: FOLLOWERS,
    isBlueVerified: false,
    verifiedType: null,
    location: 'Nowhere',
    joined: '2015-04-01T00:00:00.000Z',
  };
}

const lookup = paid<string[]>({
  path: '/api/v1/{social}/users/lookup',
  summary: 'Look up users',
  price: { mode: 'dynamic', min: LOOKUP_MIN, max: PER_USER * 100n },
  limit: limits.social,
  handles: ['empty'],
  check: checkNames,
  quote: (names) => {
    const amount = PER_USER * BigInt(names.length);
    return { amount: amount < LOOKUP_MIN ? LOOKUP_MIN : amount };
  },
  run: (names, call) => {
    const known = call.turn.outcome === 'empty' ? [] : names.filter(isKnown);
    const body = {
      users: known.map(user),
      not_found: names.filter((name) => !known.includes(name)),
      total_requested: names.length,
      total_found: known.length,
    };
    return { body: () => body, ...(known.length === 0 ? { charge: 'none' as const } : {}) };
  },
});

function member(owner: string, index: number): Record<string, unknown> {
  const name = `${owner.slice(0, 8)}_f${index}`;
  return {
    id: idOf(name),
    name: `Follower ${index}`,
    screen_name: name,
    userName: name,
    location: '',
    description: '',
    protected: false,
    verified: false,
    followers_count: index,
    following_count: index * 2,
    friends_count: index * 2,
    favourites_count: 0,
    statuses_count: index * 3,
    created_at: '2018-07-01T00:00:00.000Z',
    profile_banner_url: null,
    profile_image_url_https: `https://img.chirpnet.example/${name}.jpg`,
    can_dm: false,
  };
}

interface PageInput {
  username: string;
  start: number;
}

function page(name: 'followers' | 'followings'): Route {
  return paid<PageInput>({
    path: `/api/v1/{social}/users/${name}`,
    summary: `Page of the ${name} of a user`,
    price: { mode: 'fixed', amount: PAGE_PRICE },
    limit: limits.social,
    handles: ['empty'],
    fixed: { amount: PAGE_PRICE },
    check: (req) => {
      const fields = Fields.of(req);
      const username = fields.needText('username', { min: 1 }).replace(/^@/, '');
      const cursor = fields.text('cursor') ?? '';
      const match = /^(?:at-(\d{1,6}))?$/.exec(cursor);
      if (!match) fields.fail('cursor', 'must be the next_cursor of an earlier page');
      fields.done();
      return { username, start: Number(match?.[1] ?? '0') };
    },
    run: ({ username, start }, call) => {
      const total = call.turn.outcome === 'empty' || !isKnown(username) ? 0 : FOLLOWERS;
      const end = Math.min(start + PAGE, total);
      const items = Array.from({ length: Math.max(0, end - start) }, (_, index) => member(username, start + index + 1));
      const more = end < total;
      const body = {
        [name]: items,
        has_next_page: more,
        next_cursor: more ? `at-${end}` : '',
        total_returned: items.length,
        username,
      };
      const bent = on('followings-empty-charged') && name === 'followings';
      return { body: () => body, ...(items.length === 0 && !bent ? { charge: 'none' as const } : {}) };
    },
  });
}

/** Users of the social network. */
export const socialRoutes: Route[] = [lookup, page('followers'), page('followings')];
