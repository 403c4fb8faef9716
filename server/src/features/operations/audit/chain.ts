import { createHash } from 'node:crypto'

// Computes the chain of the audit log here, because verification must not trust anything that the database computes.

export type Link = {
  place: number
  chained_id: string
  previous: string
  hash: string
  id: string | null
  at: string
  actor_kind: string
  actor_id: string | null
  subject_id: string | null
  content_digest: string
  fields: string
  action: string
  salt: string | null
  reason: string | null
  details: string
}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

const contentDigest = ({ salt, reason, details }: Link): string =>
  sha256([salt, reason === null ? '-' : sha256(reason), details].join('\n'))

const hashOf = (link: Link, place: number, previous: string): string =>
  sha256(
    [
      place,
      previous,
      link.id,
      link.at,
      link.actor_kind,
      link.actor_id ?? '-',
      link.subject_id ?? '-',
      link.content_digest,
      link.fields,
      link.action,
    ].join('\n'),
  )

/** Ids are UUIDs of version 7, which begin with their creation time. */
const madeAt = (id: string): string => new Date(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()

export const rowLabel = (id: string, at = madeAt(id)) => `${id} of ${at}`

export function problemIn(link: Link, place: number, previous: string): string | null {
  if (link.id === null) return `The row ${rowLabel(link.chained_id)} is missing.`
  const row = rowLabel(link.id, `${link.at}Z`)
  if (link.place !== place) return `The row at place ${place} is missing: ${row} comes next.`
  if (link.previous !== previous) return `The row ${row} does not follow the one before it.`
  if (hashOf(link, place, previous) !== link.hash) return `The row ${row} was changed.`
  if (link.salt !== null && contentDigest(link) !== link.content_digest) return `The content of ${row} was changed.`
  return null
}
