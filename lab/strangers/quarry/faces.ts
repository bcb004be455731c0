/** Real-person face assets, and the listings of enrolled assets per wallet. */
import { isPhotoUrl, isWallet } from './addresses.ts';
import { videoModels } from './catalog.ts';
import { customs } from './customs.ts';
import { Form } from './form.ts';
import { law } from './law.ts';
import { failed, reach } from './upstream.ts';
import {
  type Ask,
  type Deal,
  dollars,
  type Obj,
  ok,
  Refusal,
  type Reply,
  type Row,
  row,
  type Transfer,
} from './wire.ts';
import { type Asset, type Group, iso, now, token, wallet, world } from './world.ts';

interface Init {
  name: string;
  id: string | undefined;
}

interface Enrolment {
  name: string;
  image: string;
  id: string;
}

function unknownGroup(): Refusal {
  return new Refusal(law.faces.unknownStatus, { error: 'Unknown group', message: 'This handle was not issued here.' });
}

function groupOf(id: string): Group {
  const group = world.groups.get(id);
  if (!group) throw unknownGroup();
  return group;
}

function nameOf(form: Form): string {
  const name = form.text('name', { must: true, max: law.faces.nameMost }) ?? '';
  if (customs.faces.nameSize(name) > law.faces.nameMost) form.bad('name', 'name has a wrong length');
  return name;
}

function readInit(ask: Ask): Init {
  const form = new Form(ask.body);
  const name = nameOf(form);
  const id = form.text('groupId', { min: 1 });
  form.done();
  return { name, id };
}

function handle(): string {
  return Buffer.from(token(120), 'hex')
    .toString('base64url')
    .padEnd(law.faces.handleLength, 'q')
    .slice(0, law.faces.handleLength);
}

const statusOf = (group: Group) => (group.active ? 'active' : 'pending_validation');

async function init(input: Init, deal: Deal): Promise<Reply> {
  if (input.id !== undefined) groupOf(input.id);
  await reach(deal);
  const id = customs.faces.refreshed(input.id) ?? handle();
  const group = world.groups.get(id) ?? { name: input.name, active: false, assets: 0 };
  world.groups.set(id, group);
  return ok({
    next_steps: ['Open h5_link on the phone of the rights-holder', 'Poll the status', 'Enroll the photo'],
    expires_in_seconds: law.faces.linkSeconds,
    status: statusOf(group),
    h5_link: `https://identity.example/h5/${token(16)}`,
    group_id: id,
    object: 'realface.init',
  });
}

function readEnrolment(ask: Ask): Enrolment {
  const form = new Form(ask.body);
  const name = nameOf(form);
  const image = form.text('image_url', { must: true });
  if (image !== undefined && !isPhotoUrl(image))
    form.bad('image_url', 'image_url has to be a public https JPG, PNG or WEBP');
  const id = form.text('group_id', { must: true }) ?? '';
  form.done();
  return { name, image: image ?? '', id };
}

function checkGroup(input: Enrolment, payer: string): void {
  const group = groupOf(input.id);
  if (!customs.faces.mayEnroll(group, payer)) {
    throw new Refusal(403, { error: 'Forbidden', message: 'This group belongs to another wallet.' });
  }
  if (group.active || law.faces.pendingStatus === 200) return;
  throw new Refusal(law.faces.pendingStatus, {
    error: 'Too early',
    message: 'The liveness check is not done yet.',
    group_status: statusOf(group),
    hint: 'Open the link on the phone, then poll the status until it is active.',
  });
}

/** Settles an enrolment that has already succeeded: a failed transfer is the service's loss. */
function absorbed(deal: Deal): Transfer | undefined {
  try {
    return deal.settle();
  } catch (error) {
    if (law.faces.absorbs && error instanceof Refusal) return undefined;
    throw error;
  }
}

async function enroll(input: Enrolment, deal: Deal): Promise<Reply> {
  const { outcome } = await reach(deal, {
    reject: () =>
      new Refusal(422, {
        error: 'Face refused',
        message: 'The photo does not match the live face; nothing was charged.',
      }),
  });
  if (outcome === 'cut' || outcome === 'empty') throw failed();
  const id = `ta_${token()}`;
  const image = outcome === 'mirror_fail' ? input.image : `https://media.example/faces/${id}.jpg`;
  const transfer = absorbed(deal);
  const asset: Asset = {
    owner: deal.payer,
    assetId: id,
    vendorId: `asset-${token(6)}`,
    name: input.name,
    imageUrl: image,
    createdAt: iso(now()),
    enrollmentTxHash: transfer?.tx_hash ?? null,
  };
  world.assets.push(asset);
  const group = world.groups.get(input.id);
  if (group) {
    group.assets++;
    group.first ??= deal.payer;
  }
  return {
    status: 200,
    unpaid: transfer === undefined,
    body: {
      settlement: { network: deal.paid?.network, tx_hash: transfer?.tx_hash ?? null, success: transfer !== undefined },
      price: { currency: 'USD', amount: dollars(deal.price) },
      usage: {
        how_to_use: 'Pass asset_id as real_face_asset_id of a video.',
        compatible_models: videoModels.filter((one) => law.videos.faceModels.includes(one.label)).map((one) => one.id),
      },
      created_at: asset.createdAt,
      image_url: image,
      name: asset.name,
      feldspar_asset_id: asset.vendorId,
      group_id: input.id,
      asset_id: id,
      object: 'realface',
    },
  };
}

function listed(asset: Asset): Obj {
  return {
    feldsparAssetId: asset.vendorId,
    enrollmentTxHash: asset.enrollmentTxHash,
    createdAt: asset.createdAt,
    imageUrl: asset.imageUrl,
    name: asset.name,
    assetId: asset.assetId,
  };
}

function readWallet(ask: Ask): string {
  const address = ask.params.address ?? '';
  if (isWallet(address)) return address;
  throw new Refusal(law.invalidStatus, {
    error: 'Invalid address',
    message: `address ${address.slice(0, 80)} is no wallet`,
    field: 'address',
  });
}

export const faceRows: Row[] = [
  row<Init>({ on: 'POST /api/v1/realface/init', upstream: true, limit: 'face init', read: readInit, effect: init }),
  row<string>({
    on: 'GET /api/v1/realface/status',
    limit: 'face status',
    read: (ask) => {
      const id = ask.query.get('groupId');
      if (id !== null && id !== '' && customs.faces.wellFormed(id)) return id;
      throw new Refusal(law.invalidStatus, {
        error: 'Missing groupId',
        message: 'groupId is required',
        field: 'groupId',
      });
    },
    effect: (id) => {
      const group = groupOf(id);
      return ok({
        ready_to_finalize: group.active,
        asset_count: group.assets,
        status: statusOf(group),
        group_id: id,
        object: 'realface.status',
      });
    },
  }),
  row<Enrolment>({
    on: 'POST /api/v1/realface/enroll',
    upstream: true,
    read: readEnrolment,
    price: () => law.faces.price,
    guard: checkGroup,
    effect: enroll,
  }),
  row<string>({
    on: 'GET /api/v1/wallet/{address}/realfaces',
    limit: 'face listing',
    read: readWallet,
    effect: (address) => {
      const realfaces = world.assets.filter((one) => law.faces.lists(one.owner, wallet(address))).map(listed);
      return ok({ count: realfaces.length, realfaces, wallet: address }, { 'cache-control': law.faces.cache });
    },
  }),
  row<string>({
    on: 'GET /api/v1/wallet/{address}/portraits',
    limit: 'portrait listing',
    read: readWallet,
    effect: (address) => ok({ count: 0, portraits: [], wallet: address }),
  }),
];
