// A deck is composed in pages of 20, whatever the requested size, so that a position reveals nothing and people keep
// their ranking. The cursor has the people served on earlier pages, and the rest of the current one.

export type Place = { id: string; boosted: boolean }

export type DeckCursor = {
  /** Prefixes of the served ids: enough to exclude them. */
  served: readonly string[]
  /** The rest of the composed page that the last request began. */
  rest: readonly Place[]
}

const SHORT = 12
const PLACE_BYTES = 17
const ID = /(.{8})(.{4})(.{4})(.{4})(.{12})/

export const short = (id: string): string => id.replaceAll('-', '').slice(0, SHORT)

export function writeCursor({ served, rest }: DeckCursor): string {
  const places = rest.map(({ id, boosted }) => (boosted ? '01' : '00') + id.replaceAll('-', ''))
  const count = rest.length.toString(16).padStart(2, '0')
  return Buffer.from([count, ...places, ...served].join(''), 'hex').toString('base64url')
}

/** Clients can forge a cursor, so the rest of the page is checked again before anyone is shown. */
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
