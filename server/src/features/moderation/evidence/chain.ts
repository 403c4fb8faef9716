import { createHash } from 'node:crypto'

// The chain of sealed evidence. Each row has the digest of its content and the hash of the previous row, so that a
// change, a removal or an insertion is detected (npm run admin -- verify-evidence).

export type Sealed = {
  place: number
  id: string
  report_id: string
  about_id: string
  reporter_id: string | null
  at: Date
  content_digest: string
  previous: string
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export const digestOf = ({ salt, content }: { salt: string; content: string }): string =>
  sha256([salt, sha256(content)].join('\n'))

export const hashOf = ({ place, previous, id, report_id, about_id, reporter_id, at, content_digest }: Sealed): string =>
  sha256([place, previous, id, report_id, about_id, reporter_id, at.toISOString(), content_digest].join('\n'))

export type Link = Sealed & { hash: string; salt: string | null; content: string | null }

/** Null if the link is valid. Deleted content has left its digest. */
export function problemIn(link: Link, place: number, previous: string): string | null {
  const row = `evidence ${link.id} of ${link.at.toISOString()}`
  if (link.place !== place) return `The evidence at place ${place} is missing: ${row} comes next.`
  if (link.previous !== previous) return `The ${row} does not follow the one before it.`
  if (hashOf(link) !== link.hash) return `The ${row} was changed.`
  const { salt, content } = link
  if (salt !== null && content !== null && digestOf({ salt, content }) !== link.content_digest)
    return `The content of ${row} was changed.`
  return null
}
