/** Character assets: portraits, real-person faces, and the listings of a wallet. */
import { randomBytes } from 'node:crypto';
import { getAddress } from 'viem';
import { Checker } from '../check.ts';
import { VIDEO_IDS } from '../data/media.ts';
import { free, type Operation, type Paid, paid, type Result } from '../flow.ts';
import type { Gateway } from '../gateway.ts';
import { type Call, type Dict, jsonBody, Refusal } from '../http.ts';
import { price } from '../jobs.ts';
import type { Receipt } from '../receipt.ts';
import { photoPath, publicUrl } from './urls.ts';

export interface Portrait {
  wallet: string;
  assetId: string;
  vendorId: string;
  name: string;
  imageUrl: string;
  createdAt: string;
  txHash: string | null;
}

export interface FaceGroup {
  id: string;
  active: boolean;
  linkEndsMs: number;
  assets: number;
  /** The wallet that enrolled first. */
  first?: string;
}

interface Enrollment {
  name: string;
  imageUrl: string;
  groupId: string;
}

function readEnrollment(call: Call, withGroup: boolean): Enrollment {
  const rule = call.gateway.rules.assets;
  const check = new Checker(jsonBody(call));
  const name = check.string('name', { required: true, min: 1, max: rule.nameMax });
  const imageUrl = check.string('image_url', { required: true });
  const groupId = withGroup ? check.string('group_id', { required: true }) : '';
  if (imageUrl !== undefined) {
    const url = publicUrl(imageUrl, rule.httpsOnly ? ['https:'] : ['https:', 'http:']);
    if (url === undefined || !photoPath(url)) check.bad('image_url', 'image_url wants a public https JPG, PNG or WEBP');
  }
  check.done();
  return { name: name ?? '', imageUrl: imageUrl ?? '', groupId: groupId ?? '' };
}

function usage(): Dict {
  return {
    how_to_use: 'Send the asset id as real_face_asset_id with a video request.',
    compatible_models: ['VID-S2', 'VID-S2F', 'VID-S2M'].map((label) => VIDEO_IDS[label] ?? ''),
  };
}

/** Makes the asset and the answer that names it; the receipt is written into both. */
function enroll(call: Call, input: Enrollment, { payer, script, quote }: Paid, list: Portrait[], kind: Dict): Result {
  const { gateway } = call;
  const mirrored = script?.outcome !== 'mirror_fail';
  const asset: Portrait = {
    wallet: payer,
    assetId: gateway.id(gateway.rules.assets.idPrefix, 10),
    vendorId: gateway.id('va-'),
    name: input.name,
    imageUrl: mirrored ? `https://media.harbor.example/f/${gateway.id('hf')}.webp` : input.imageUrl,
    createdAt: gateway.iso(),
    txHash: null,
  };
  list.push(asset);
  const answer = (receipt: Receipt | undefined) => {
    asset.txHash = receipt?.txHash ?? null;
    const settlement = { network: gateway.host.network, tx_hash: asset.txHash, success: receipt !== undefined };
    const body: Dict = {
      settlement,
      price: price(gateway, quote.micro),
      usage: usage(),
      created_at: asset.createdAt,
      image_url: asset.imageUrl,
      name: asset.name,
      asset_id: asset.assetId,
      ...kind,
    };
    Object.assign(body, kind.object === 'realface' ? { harbor_asset_id: asset.vendorId } : { mirrored });
    return { status: 200, body };
  };
  return { charge: true, absorb: true, answer };
}

export const portraitOperation = paid<Enrollment>({
  template: '/api/v1/portrait/enroll',
  summary: 'Enroll a virtual portrait',
  range: [11_000, 11_000],
  handles: ['mirror_fail'],
  refusals: {
    reject: ({ gateway }) =>
      new Refusal(gateway.rules.assets.filterStatus, { error: 'The content filter refused the image' }),
  },
  parse: (call) => readEnrollment(call, false),
  quote: ({ gateway }) => ({ micro: gateway.rules.assets.portraitMicro }),
  run: (call, input, taken) =>
    enroll(call, input, taken, call.gateway.memory.portraits, {
      source_image_url: input.imageUrl,
      group_id: call.gateway.id('pg_'),
      object: 'virtual_portrait',
    }),
});

function groupOf(gateway: Gateway, id: string): FaceGroup {
  const group = gateway.memory.groups.get(id);
  if (group === undefined) throw new Refusal(gateway.rules.assets.unknownGroupStatus, { error: 'Unknown group' });
  return group;
}

export const faceOperation = paid<Enrollment>({
  template: '/api/v1/realface/enroll',
  summary: 'Enroll a real face',
  range: [11_000, 11_000],
  handles: ['mirror_fail'],
  refusals: {
    reject: ({ gateway }) =>
      new Refusal(gateway.rules.assets.rejectStatus, { error: 'The photo does not match the live face' }),
  },
  parse: (call) => readEnrollment(call, true),
  quote: ({ gateway }) => ({ micro: gateway.rules.assets.faceMicro }),
  precheck: ({ gateway }, input, payer) => {
    const group = groupOf(gateway, input.groupId);
    if (!gateway.rules.combinations.groupOpenToAll && (group.first ?? payer) !== payer) {
      throw new Refusal(403, { error: 'Group of another wallet' });
    }
    if (group.active || gateway.rules.assets.pendingCharge) return;
    throw new Refusal(gateway.rules.assets.pendingStatus, {
      hint: 'Let the person finish the check on the phone first.',
      group_status: 'pending_validation',
      error: 'Group not ready',
    });
  },
  run: (call, input, taken) => {
    const group = groupOf(call.gateway, input.groupId);
    group.assets += 1;
    group.first ??= taken.payer;
    return enroll(call, input, taken, call.gateway.memory.faces, {
      group_id: group.id,
      object: 'realface',
    });
  },
});

const initOperation = free(
  { methods: ['POST'], template: '/api/v1/realface/init', summary: 'Start a face check', upstream: true },
  (call) => {
    const { gateway } = call;
    const rule = gateway.rules.assets;
    const check = new Checker(jsonBody(call));
    check.string('name', { required: true, min: 1, max: rule.nameMax });
    const known = check.string('groupId');
    check.done();
    gateway.limit(`face init ${call.ip}`, rule.initPerHour, gateway.rules.limits.hourSeconds);
    const linkEndsMs = gateway.nowMs() + rule.linkSeconds * 1000;
    let group: FaceGroup;
    if (known === undefined) {
      group = { id: `hfg.${randomBytes(158).toString('base64url')}`, active: false, assets: 0, linkEndsMs };
      gateway.memory.groups.set(group.id, group);
    } else {
      group = groupOf(gateway, known);
      if (gateway.rules.details.refreshExtends) group.linkEndsMs = linkEndsMs;
    }
    return {
      status: 200,
      body: {
        next_steps: ['Open the link on the phone of the person.', 'Nod and blink.', 'Poll the status.'],
        expires_in_seconds: rule.linkSeconds,
        status: group.active ? 'active' : 'pending_validation',
        h5_link: `https://kyc.harbor.example/h5/${gateway.id('l', 16)}`,
        group_id: group.id,
        object: 'realface.init',
      },
    };
  },
);

const statusOperation = free({ template: '/api/v1/realface/status', summary: 'Status of a face check' }, (call) => {
  const { gateway } = call;
  gateway.limit(`face status ${call.ip}`, gateway.rules.assets.listingPerHour, gateway.rules.limits.hourSeconds);
  const id = call.query.get('groupId') ?? '';
  if (id === '') {
    throw new Refusal(400, {
      error: 'Missing groupId',
      details: [{ field: 'groupId', message: 'groupId is required' }],
    });
  }
  const { malformedStatus } = gateway.rules.details;
  if (malformedStatus !== 404 && !/^hfg\.[\w-]{200,}$/.test(id)) {
    throw new Refusal(malformedStatus, { error: 'Invalid groupId' });
  }
  const group = groupOf(gateway, id);
  return {
    status: 200,
    body: {
      ready_to_finalize: group.active,
      asset_count: group.assets,
      status: group.active ? 'active' : 'pending_validation',
      group_id: group.id,
      object: 'realface.status',
    },
  };
});

function listing(word: 'portraits' | 'realfaces', listOf: (gateway: Gateway) => Portrait[]): Operation {
  return free({ template: `/api/v1/wallet/{address}/${word}`, summary: `The ${word} of a wallet` }, (call) => {
    const { gateway } = call;
    const rule = gateway.rules.assets;
    gateway.limit(`${word} ${call.ip}`, rule.listingPerHour, gateway.rules.limits.hourSeconds);
    const wallet = call.params.address ?? '';
    const real = /^0x[0-9a-fA-F]{40}$/.test(wallet) || /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(wallet);
    if (!real) throw new Refusal(400, { error: 'Invalid wallet address' });
    const anyCase = gateway.rules.details.listingAnyCase;
    const owns = ({ wallet: owner }: Portrait) =>
      anyCase ? owner === wallet.toLowerCase() : getAddress(owner) === wallet;
    const own = listOf(gateway).filter((asset) => !rule.listOwnOnly || owns(asset));
    const entries = own.map((asset): Dict => {
      const { assetId, vendorId, name, imageUrl, createdAt, txHash } = asset;
      const entry: Dict = { enrollmentTxHash: txHash, createdAt, imageUrl, name, assetId };
      return word === 'realfaces' ? { ...entry, harborAssetId: vendorId } : entry;
    });
    const headers = { 'cache-control': `public, max-age=${rule.cacheSeconds}` };
    return { status: 200, body: { count: entries.length, [word]: entries, wallet }, headers };
  });
}

export const assetOperations = [
  portraitOperation,
  initOperation,
  statusOperation,
  faceOperation,
  listing('portraits', (gateway) => gateway.memory.portraits),
  listing('realfaces', (gateway) => gateway.memory.faces),
];

/** A person passes the liveness check; a link that has run out leads nowhere. */
export function faceEvent(gateway: Gateway, id: string, name: string): boolean | undefined {
  const group = gateway.memory.groups.get(id);
  if (group === undefined) return undefined;
  if (name !== 'liveness_passed') return false;
  if (gateway.nowMs() < group.linkEndsMs) group.active = true;
  return true;
}
