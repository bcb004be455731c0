import { randomBytes } from 'node:crypto';
import { type Account, Hold } from './accounts.ts';
import { addAsset, ENROLL_PRICE, enrolled, readSubject } from './assets.ts';
import { now } from './clock.ts';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { HttpError, ok, type Reply, refuse } from './http.ts';
import { enforce, type Limit } from './limits.ts';
import { storageUrl } from './media-url.ts';
import { metered } from './metered.ts';
import type { Call, Operation } from './operation.ts';
import { onReset } from './state.ts';
import { failureOf, nextTurn, type Turn } from './upstream.ts';

const LINK_SECONDS = 120;
const INIT_LIMIT: Limit = { name: 'realface init', calls: 10, seconds: 3600 };
const STATUS_LIMIT: Limit = { name: 'realface status', calls: 120, seconds: 3600 };

interface Group {
  active: boolean;
  linkEnds: number;
  assetCount: number;
  /** Only with the fault that binds a group to a key. */
  boundTo?: Account;
}

const groups = new Map<string, Group>();
onReset(() => groups.clear());

/** Real-person faces. */
export const realfaceOperations: Operation[] = [
  {
    methods: ['POST'],
    path: '/v1/realface/init',
    summary: 'Start a face group, or refresh its link',
    open: true,
    upstream: 'realface-init',
    handle: init,
  },
  {
    methods: ['GET'],
    path: '/v1/realface/status',
    summary: 'The state of a face group',
    open: true,
    upstream: 'realface-status',
    handle: status,
  },
  {
    methods: ['POST'],
    path: '/v1/realface/enroll',
    summary: 'Enroll a photo of the live face',
    upstream: 'realface-enroll',
    handle: (call) => enroll(call),
  },
];

function groupOf(id: string): Group {
  const group = groups.get(id);
  if (group === undefined) throw new HttpError(404, 'Unknown group');
  return group;
}

function stateOf(group: Group): string {
  return group.active ? 'active' : 'pending_validation';
}

function init(call: Call): Reply {
  const form = new Form(call.json());
  form.must('name', { min: 1, max: 64 });
  const sent = form.text('groupId');
  form.done();
  const group: Group = sent === undefined ? { active: false, linkEnds: 0, assetCount: 0 } : groupOf(sent);
  if (sent === undefined || !on('face-refresh-uncounted')) enforce(INIT_LIMIT, call.ip);
  const failure = failureOf(nextTurn('realface-init'));
  if (failure !== undefined) throw failure;
  // 161 bytes make a handle of 215 characters.
  const groupId = sent ?? randomBytes(161).toString('base64url');
  if (sent === undefined || !on('face-refresh-link')) group.linkEnds = now() + LINK_SECONDS * 1000;
  if (on('face-group-bound') && call.accountIfAny !== undefined) group.boundTo ??= call.accountIfAny;
  groups.set(groupId, group);
  return ok({
    object: 'realface.init',
    group_id: groupId,
    h5_link: `https://verify.vero.example/h5/${randomBytes(16).toString('base64url')}`,
    status: stateOf(group),
    expires_in_seconds: LINK_SECONDS,
    next_steps: [
      'The person opens h5_link on a phone, allows the camera, nods and blinks.',
      'Poll /v1/realface/status every 3 to 5 seconds until the status is active.',
      'Send a photo to /v1/realface/enroll.',
    ],
  });
}

function status(call: Call): Reply {
  const ids = call.query.getAll('groupId');
  const [id = ''] = ids;
  if (ids.length !== 1 || id === '') throw refuse('groupId', 'groupId is required, once');
  enforce(STATUS_LIMIT, call.ip);
  const group = groupOf(id);
  const failure = failureOf(nextTurn('realface-status'));
  if (failure !== undefined) throw failure;
  return ok({
    object: 'realface.status',
    group_id: id,
    status: stateOf(group),
    asset_count: group.assetCount,
    ready_to_finalize: group.active,
  });
}

function enroll(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const { name, imageUrl } = readSubject(form);
  const groupId = form.must('group_id');
  form.done();
  const group = groupOf(groupId);
  if (group.boundTo !== undefined && group.boundTo !== call.account) throw new HttpError(404, 'Unknown group');
  if (!group.active) {
    if (on('face-pending-charged')) {
      new Hold(call.account, call.endpoint, null, ENROLL_PRICE).capture(ENROLL_PRICE, { status: 425 });
    }
    throw new HttpError(425, 'The liveness check is not done yet', {
      group_status: stateOf(group),
      hint: 'Poll /v1/realface/status until the status is active.',
    });
  }
  return metered(call, { quote: ENROLL_PRICE, upstream: 'realface-enroll', failure: mismatch }, ({ outcome }, hold) => {
    const hosted = outcome === 'mirror_fail' ? imageUrl : storageUrl('faces', 'png');
    const asset = addAsset({ kind: 'realface', name, imageUrl: hosted, txHash: hold.id, owner: call.account });
    group.assetCount += 1;
    return {
      status: 201,
      body: {
        object: 'realface',
        asset_id: asset.assetId,
        group_id: groupId,
        vero_asset_id: asset.vendorId,
        name,
        image_url: hosted,
        created_at: asset.createdAt,
        ...enrolled(asset),
      },
    };
  });
}

function mismatch({ outcome }: Turn): HttpError | undefined {
  return outcome === 'reject'
    ? new HttpError(422, 'The photo does not match the live face, or the face service refused it')
    : undefined;
}

/** Delivers an event from outside. A link that has expired cannot be completed any more. */
export function realfaceEvent(id: string, event: string): void {
  const group = groups.get(id);
  if (group === undefined) throw new HttpError(404, 'unknown group');
  if (event !== 'liveness_passed') throw new HttpError(400, 'unknown event of a face group');
  if (now() < group.linkEnds) group.active = true;
}
