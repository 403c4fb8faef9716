// Writes an Ogg file with one Opus stream (RFC 7845). The file contains only the sound, without comments.

const FIRST = 2
const LAST = 4
const MOST_SEGMENTS = 255
const POLYNOMIAL = 0x04c11db7
/** Players count positions at this rate, whatever the recording's own rate. */
const POSITIONS_PER_SECOND = 48_000
const STREAM = 1

const table = Array.from({ length: 256 }, (_, index) => {
  let sum = index << 24
  for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ POLYNOMIAL : sum << 1
  return sum >>> 0
})

function checksumOf(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) sum = ((sum << 8) ^ (table[(sum >>> 24) ^ byte] ?? 0)) >>> 0
  return sum
}

/** A page writes a packet's length as a series of 255s and the rest. */
const segmentsOf = ({ length }: Uint8Array): number[] => [
  ...Array.from({ length: Math.floor(length / 255) }, () => 255),
  length % 255,
]

type Page = { packets: readonly Uint8Array[]; position: number; flags: number }

function pageOf({ packets, position, flags }: Page, number: number): Buffer {
  const segments = packets.flatMap(segmentsOf)
  const head = Buffer.alloc(27)
  head.write('OggS')
  head.writeUInt8(flags, 5)
  head.writeBigInt64LE(BigInt(position), 6)
  head.writeUInt32LE(STREAM, 14)
  head.writeUInt32LE(number, 18)
  head.writeUInt8(segments.length, 26)
  const page = Buffer.concat([head, Buffer.from(segments), ...packets])
  page.writeUInt32LE(checksumOf(page), 22)
  return page
}

function headOf({ rate, skipped }: Sound): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead')
  head.writeUInt8(1, 8)
  head.writeUInt8(1, 9)
  head.writeUInt16LE((skipped * POSITIONS_PER_SECOND) / rate, 10)
  head.writeUInt32LE(rate, 12)
  return head
}

const NO_COMMENTS = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)])

export type Sound = {
  packets: readonly Uint8Array[]
  /**
   * Samples per second, samples per packet, samples that the encoder puts before the sound, and samples of the sound
   * itself.
   */
  rate: number
  perPacket: number
  skipped: number
  samples: number
}

export function toOgg(sound: Sound): Buffer {
  const { packets, rate, perPacket, skipped, samples } = sound
  const end = ((samples + skipped) * POSITIONS_PER_SECOND) / rate
  const pages: Page[] = [
    { packets: [headOf(sound)], position: 0, flags: FIRST },
    { packets: [NO_COMMENTS], position: 0, flags: 0 },
  ]
  let waiting: Uint8Array[] = []
  let segments = 0
  for (const [at, packet] of packets.entries()) {
    waiting.push(packet)
    segments += segmentsOf(packet).length
    const isLast = at === packets.length - 1
    const next = packets[at + 1]
    if (!isLast && next && segments + segmentsOf(next).length <= MOST_SEGMENTS && waiting.length < 50) continue
    const reached = ((at + 1) * perPacket * POSITIONS_PER_SECOND) / rate
    pages.push({ packets: waiting, position: Math.min(reached, end), flags: isLast ? LAST : 0 })
    waiting = []
    segments = 0
  }
  return Buffer.concat(pages.map(pageOf))
}
