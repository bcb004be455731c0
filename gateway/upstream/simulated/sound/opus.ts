/** Twenty milliseconds of silence: making a sound would take an encoder. */
const silence = Buffer.from([0xf8, 0xff, 0xfe]);
const packetsPerSecond = 50;
const samplesPerPacket = 960;

/** Samples that a player drops at the start. */
const preSkip = 312;

const serial = 1;
const flags = { first: 2, last: 4, none: 0 };

/** Encodes silence as an Ogg Opus file, a second to a page. */
export function encodeOpus({ seconds }: { readonly seconds: number }): Uint8Array {
  const packets = Math.ceil(seconds * packetsPerSecond);
  const pages = [page(0, flags.first, 0, [head()]), page(1, flags.none, 0, [tags()])];
  for (let sent = 0; sent < packets; ) {
    const count = Math.min(packetsPerSecond, packets - sent);
    sent += count;
    const position = preSkip + sent * samplesPerPacket;
    const flag = sent === packets ? flags.last : flags.none;
    pages.push(page(pages.length, flag, position, Array(count).fill(silence)));
  }
  return Buffer.concat(pages);
}

function head(): Buffer {
  const bytes = Buffer.alloc(19);
  bytes.write('OpusHead', 0, 'latin1');
  bytes.set([1, 1], 8); // version 1, mono
  bytes.writeUInt16LE(preSkip, 10);
  bytes.writeUInt32LE(48_000, 12);
  return bytes;
}

function tags(): Buffer {
  const vendor = 'simulated';
  const bytes = Buffer.alloc(16 + vendor.length);
  bytes.write('OpusTags', 0, 'latin1');
  bytes.writeUInt32LE(vendor.length, 8);
  bytes.write(vendor, 12, 'latin1');
  return bytes;
}

/** An Ogg page of packets that are each shorter than 255 bytes. */
function page(sequence: number, flag: number, position: number, packets: readonly Buffer[]): Buffer {
  const start = Buffer.alloc(27);
  start.write('OggS', 0, 'latin1');
  start[5] = flag;
  start.writeBigUInt64LE(BigInt(position), 6);
  start.writeUInt32LE(serial, 14);
  start.writeUInt32LE(sequence, 18);
  start[26] = packets.length;
  const bytes = Buffer.concat([start, Uint8Array.from(packets, ({ length }) => length), ...packets]);
  bytes.writeUInt32LE(checksum(bytes), 22);
  return bytes;
}

/** The CRC of Ogg: that of zlib has its bits the other way round. */
function checksum(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}
