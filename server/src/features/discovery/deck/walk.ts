// A deck is one walk, laid out in blocks of twenty whatever the pages are that somebody asks for: a place in it tells nothing, and
// the same people come in the same order. What the pages before served, and what is left of the block, travels in the cursor.

/** Somebody's place in the deck, and whether they asked to be shown there. */
export type Place = { id: string; boosted: boolean }

export type Walk = {
  /** The beginnings of the ids that were served: enough to leave them out. */
  served: readonly string[]
  /** What is left of the block that the page before began. */
  rest: readonly Place[]
}

const SHORT = 12
/** A flag and a whole id. */
const PLACE_BYTES = 17
const ID = /(.{8})(.{4})(.{4})(.{4})(.{12})/

export const short = (id: string): string => id.replaceAll('-', '').slice(0, SHORT)

export function writeWalk({ served, rest }: Walk): string {
  const places = rest.map(({ id, boosted }) => (boosted ? '01' : '00') + id.replaceAll('-', ''))
  const count = rest.length.toString(16).padStart(2, '0')
  return Buffer.from([count, ...places, ...served].join(''), 'hex').toString('base64url')
}

/** Reads a cursor. It came from outside: whoever is left of a block is looked at anew before they are shown. */
export function readWalk(cursor: string | undefined): Walk {
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
