// A deck is laid out in blocks of 20, whatever the page size, so that a position reveals nothing and people keep their
// order. The cursor has who was served on earlier pages, and the rest of the current block.

/** A person's place in the deck. */
export type Place = { id: string; boosted: boolean }

export type DeckCursor = {
  /** The first characters of the ids that were served: enough to leave them out. */
  served: readonly string[]
  /** The rest of the block that the last page began. */
  rest: readonly Place[]
}

const SHORT = 12
/** A flag and an id. */
const PLACE_BYTES = 17
const ID = /(.{8})(.{4})(.{4})(.{4})(.{12})/

export const short = (id: string): string => id.replaceAll('-', '').slice(0, SHORT)

export function writeCursor({ served, rest }: DeckCursor): string {
  const places = rest.map(({ id, boosted }) => (boosted ? '01' : '00') + id.replaceAll('-', ''))
  const count = rest.length.toString(16).padStart(2, '0')
  return Buffer.from([count, ...places, ...served].join(''), 'hex').toString('base64url')
}

/** Reads a cursor. Clients can forge it, so the rest of the block is checked again before anyone is shown. */
export function readCursor(cursor: string | undefined): DeckCursor {
  const bytes = Buffer.from(cursor ?? '', 'base64url')
  const count = Math.min(bytes[0] ?? 0, Math.floor(Math.max(0, bytes.length - 1) / PLACE_BYTES))
  const rest = Array.from({ length: count }, (_, nth): Place => {
    const from = 1 + nth * PLACE_BYTES
    const hex = bytes.subarray(from + 1, from + PLACE_BYTES).toString('hex')
    return { id: hex.replace(ID, '$1-$2-$3-$4-$5'), boosted: bytes[from] === 1 }
  })
  const served = bytes.subarray(1 + count * PLACE_BYTES).toString('hex')
  return { served: served.match(/.{12}/g) ?? [], rest }
}
