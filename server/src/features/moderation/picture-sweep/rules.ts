const PARTS = [0, 16, 32, 48] as const
const flip = (part: string, at: number) => part.slice(0, at) + (part[at] === '0' ? '1' : '0') + part.slice(at + 1)

/**
 * For each quarter of a fingerprint, the possible quarters of a similar one: itself, or itself with one different bit.
 * Two fingerprints with at most seven different bits have such a quarter in common.
 */
export const nearParts = (fingerprint: string): string[][] =>
  PARTS.map((start) => {
    const part = fingerprint.slice(start, start + 16)
    return [part, ...Array.from(part, (_, at) => flip(part, at))]
  })

export const fromHex = (hex: string): string => BigInt(`0x${hex}`).toString(2).padStart(64, '0')
export const toHex = (fingerprint: string): string => BigInt(`0b${fingerprint}`).toString(16).padStart(16, '0')

const MOST_ENTRIES = 100_000
const MOST_PROBLEMS = 20
const LONGEST_NOTE = 300

/**
 * Each line has a fingerprint as 16 hexadecimal digits, then an optional note, after a space, a tab or a comma. Empty
 * lines and those that begin with # are ignored. Without a note, `note` is used.
 */
export function parseKnownFakes(
  text: string,
  note: string,
): { entries: { fingerprint: string; note: string }[]; problems: string[] } {
  const found = new Map<string, string>()
  const problems: string[] = []
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const content = line.trim()
    if (content === '' || content.startsWith('#')) continue
    const [, hex = '', own = ''] = /^([0-9a-f]{16})(?:[\s,]+([^\s,].*))?$/i.exec(content) ?? []
    if (hex === '') problems.push(`Line ${at + 1} doesn’t start with 16 hexadecimal digits.`)
    else if (own.length > LONGEST_NOTE)
      problems.push(`The note on line ${at + 1} is longer than ${LONGEST_NOTE} characters.`)
    else if (/\p{Cc}/u.test(own)) problems.push(`The note on line ${at + 1} has characters that can’t be stored.`)
    else found.set(fromHex(hex), own || note.slice(0, LONGEST_NOTE))
  }
  if (found.size > MOST_ENTRIES) problems.unshift(`A file can have at most ${MOST_ENTRIES} fingerprints.`)
  if (found.size === 0 && problems.length === 0) problems.push('The file has no fingerprints.')
  const more = problems.length - MOST_PROBLEMS
  const shown = more > 0 ? [...problems.slice(0, MOST_PROBLEMS), `And ${more} more.`] : problems
  return { entries: [...found].map(([fingerprint, own]) => ({ fingerprint, note: own })), problems: shown }
}
