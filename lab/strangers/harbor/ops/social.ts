/** Social user data: lookups by name, and pages of followers. */
import { Checker } from '../check.ts';
import { type Operation, paid } from '../flow.ts';
import type { Gateway } from '../gateway.ts';
import { type Call, type Dict, jsonBody } from '../http.ts';

const PAGE = 200;

function limited(call: Call, payer: string | undefined): void {
  const { data, limits } = call.gateway.rules;
  call.gateway.limit(`social ${payer ?? call.ip}`, data.socialPerHour, limits.hourSeconds);
}

function namesIn(call: Call): string[] {
  const rule = call.gateway.rules.data;
  const check = new Checker(jsonBody(call));
  const value = check.get('usernames');
  let names: string[] = [];
  if (typeof value === 'string') names = value.split(',');
  else if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) names = value as string[];
  else check.bad('usernames', value === undefined ? 'usernames is required' : 'usernames wants texts');
  if (!call.gateway.rules.details.stripBeforeDedupe) names = [...new Set(names)];
  names = names.map((name) => name.trim().replace(/^@/, '')).filter((name) => name !== '');
  if (rule.dedupe && call.gateway.rules.details.stripBeforeDedupe) names = [...new Set(names)];
  if (names.length === 0) check.bad('usernames', 'usernames is empty');
  check.done();
  return names.slice(0, rule.userCap);
}

function profile(name: string, index: number): Dict {
  return {
    joined: '2014-03-01T00:00:00Z',
    location: 'North quay',
    verifiedType: null,
    isBlueVerified: index % 2 === 0,
    following: 12 + index,
    followers: 3400 + index,
    description: `Posts of ${name}`,
    profilePicture: `https://pics.example/${name}.jpg`,
    name: name.toUpperCase(),
    userName: name,
    id: String(70_000 + index),
  };
}

const lookup = paid<{ names: string[] }>({
  template: '/api/v1/{social}/users/lookup',
  summary: 'Look users up',
  range: [20_000, 200_000],
  handles: ['empty'],
  limit: limited,
  parse: (call) => ({ names: namesIn(call) }),
  quote: ({ gateway }, { names }) => {
    const rule = gateway.rules.data;
    return { micro: Math.min(rule.userMaxMicro, Math.max(rule.userMinMicro, names.length * rule.userMicro)) };
  },
  run: ({ gateway }, { names }, { script }) => {
    const missing = names.filter((name) => script?.outcome === 'empty' || /^nobody_/.test(name));
    const users = names.filter((name) => !missing.includes(name)).map(profile);
    const body = { total_found: users.length, total_requested: names.length, not_found: missing, users };
    return { charge: users.length > 0 || gateway.rules.data.emptyCharge, answer: { status: 200, body } };
  },
});

function follower(gateway: Gateway, owner: string, index: number): Dict {
  const name = `${owner}_mate_${index}`;
  return {
    can_dm: false,
    profile_image_url_https: `https://pics.example/${name}.jpg`,
    profile_banner_url: null,
    created_at: gateway.iso(1_500_000_000_000 + index * 60_000),
    statuses_count: index,
    favourites_count: index * 2,
    friends_count: 5,
    following_count: 5,
    followers_count: 9,
    verified: false,
    protected: false,
    description: '',
    location: '',
    userName: name,
    screen_name: name,
    name,
    id: String(90_000 + index),
  };
}

function pages(word: 'followers' | 'followings'): Operation {
  return paid<{ name: string; start: number }>({
    template: `/api/v1/{social}/users/${word}`,
    summary: `The ${word} of a user`,
    range: [50_000, 50_000],
    handles: ['empty'],
    limit: limited,
    parse: (call) => {
      const check = new Checker(jsonBody(call));
      const name = check.string('username', { required: true });
      const cursor = check.string('cursor');
      check.done();
      const read = cursor !== undefined && call.gateway.rules.details.cursorRead;
      return { name: (name ?? '').replace(/^@/, ''), start: read ? Number(cursor.slice(2)) || 0 : 0 };
    },
    quote: ({ gateway }) => ({ micro: gateway.rules.data.pageMicro }),
    run: ({ gateway }, { name, start }, { script }) => {
      const total = script?.outcome === 'empty' ? 0 : 330;
      const count = Math.max(0, Math.min(PAGE, total - start));
      const list = Array.from({ length: count }, (_, index) => follower(gateway, name, start + index));
      const more = start + count < total;
      const body = {
        username: name,
        total_returned: count,
        next_cursor: more ? `c:${start + count}` : '',
        has_next_page: more,
        [word]: list,
      };
      return { charge: count > 0, answer: { status: 200, body } };
    },
  });
}

export const socialOperations = [lookup, pages('followers'), pages('followings')];
