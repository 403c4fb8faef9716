// The CBOR library understands dozens of extensions that a proof of age has no use for: shared references, records that
// become generated functions, packed tables, patterns. So that no stranger reaches them, every byte is walked here first,
// with what is embedded in byte strings, and only plain data goes on to the library.

const MOST_LEVELS = 16
const MOST_ITEMS = 4_000
/** Embedded CBOR, and the two kinds of date. */
const EMBEDDED = 24
const TAGS: readonly number[] = [0, EMBEDDED, 1004]
const UNSIGNED = 0
const NEGATIVE = 1
const BYTES = 2
const TEXT = 3
const LIST = 4
const MAP = 5
const TAG = 6
/** The codes of false, true and null. */
const CONSTANTS: readonly number[] = [20, 21, 22]
const ENDLESS = 31
const WIDTHS = [1, 2, 4, 8]

class Unplain extends Error {}

type Item = { kind: number; bytes: Uint8Array }

class Walk {
  readonly #bytes: Uint8Array
  readonly #left: { items: number }
  #at = 0

  constructor(bytes: Uint8Array, left: { items: number }) {
    this.#bytes = bytes
    this.#left = left
  }

  /** Exactly one item, to the last byte. */
  whole(levels: number): Item {
    const item = this.#item(levels)
    if (this.#at !== this.#bytes.length) throw new Unplain()
    return item
  }

  #take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.#at) throw new Unplain()
    return this.#bytes.subarray(this.#at, (this.#at += length))
  }

  /** Lengths of at least 2^32 are refused, like those that are open-ended. */
  #argument(code: number): number {
    if (code < 24) return code
    const width = WIDTHS[code - 24]
    if (width === undefined) throw new Unplain()
    return this.#take(width).reduce((value, byte) => value * 256 + byte, 0)
  }

  #item(levels: number): Item {
    if (levels === 0 || --this.#left.items < 0) throw new Unplain()
    const [head = 0] = this.#take(1)
    const kind = head >> 5
    const code = head & 31
    if (code === ENDLESS) throw new Unplain()
    if (kind === UNSIGNED || kind === NEGATIVE) this.#argument(code)
    else if (kind === BYTES || kind === TEXT) return { kind, bytes: this.#take(this.#argument(code)) }
    else if (kind === LIST) this.#list(this.#argument(code), levels)
    else if (kind === MAP) this.#map(this.#argument(code), levels)
    else if (kind === TAG) this.#tagged(this.#argument(code), levels)
    else if (!CONSTANTS.includes(code)) throw new Unplain()
    return { kind, bytes: new Uint8Array() }
  }

  #list(length: number, levels: number): void {
    if (length > this.#bytes.length - this.#at) throw new Unplain()
    const items = Array.from({ length }, () => this.#item(levels - 1))
    const [head, middle, payload] = items
    // A signature's protected headers and payload are CBOR without the tag that says so.
    if (length !== 4 || head?.kind !== BYTES || middle?.kind !== MAP) return
    for (const part of [head, payload]) {
      if (part?.kind === BYTES && part.bytes.length > 0) this.#embedded(part.bytes, levels)
    }
  }

  /** A key that comes twice would mean one thing to whoever signed it and another to us. */
  #map(length: number, levels: number): void {
    if (length > this.#bytes.length - this.#at) throw new Unplain()
    const keys = new Set<string>()
    for (let index = 0; index < length; index++) {
      const from = this.#at
      this.#item(levels - 1)
      keys.add(Buffer.from(this.#bytes.subarray(from, this.#at)).toString('latin1'))
      this.#item(levels - 1)
    }
    if (keys.size !== length) throw new Unplain()
  }

  #tagged(tag: number, levels: number): void {
    if (!TAGS.includes(tag)) throw new Unplain()
    const { kind, bytes } = this.#item(levels - 1)
    if (tag !== EMBEDDED) {
      if (kind !== TEXT) throw new Unplain()
    } else if (kind === BYTES) this.#embedded(bytes, levels)
    else throw new Unplain()
  }

  #embedded(bytes: Uint8Array, levels: number): void {
    new Walk(bytes, this.#left).whole(levels - 1)
  }
}

export function isPlainCbor(bytes: Uint8Array): boolean {
  try {
    new Walk(bytes, { items: MOST_ITEMS }).whole(MOST_LEVELS)
    return true
  } catch (error) {
    if (error instanceof Unplain) return false
    throw error
  }
}
