import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Db } from '../../../infra/db/db.ts'

// Reads the whole log again and computes its chain here: nothing that the database could have been taught to say is believed.

type Link = {
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

export type Verdict = {
  checked: number
  /** Of how many the content was erased; the chain covers their digests. */
  erased: number
  /** The last place and its hash, to compare with later. */
  head: string
  problem: string | null
}

const BATCH = 2000

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

async function batchAfter(db: Db, place: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select c.place, c.audit_id as chained_id, encode(c.previous, 'hex') as previous, encode(c.hash, 'hex') as hash,
      l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, l.actor_kind, l.actor_id, l.subject_id,
      encode(l.content_digest, 'hex') as content_digest, to_jsonb(l.fields)::text as fields, l.action,
      t.salt, t.reason, t.details::text as details
    from audit_chain c left join audit_log l on l.id = c.audit_id left join audit_contents t on t.audit_id = c.audit_id
    where c.place > ${place} order by c.place limit ${BATCH}`.execute(db)
  return rows
}

/** An id of ours begins with the moment at which it was made. */
const madeAt = (id: string): string => new Date(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()
const named = (id: string, at = madeAt(id)) => `${id} of ${at}`

/** What is wrong with one link, where something is. */
function wrongWith(link: Link, place: number, previous: string): string | null {
  if (link.id === null) return `The row ${named(link.chained_id)} is missing.`
  const row = named(link.id, `${link.at}Z`)
  if (link.place !== place) return `The row at place ${place} is missing: ${row} comes next.`
  if (link.previous !== previous) return `The row ${row} does not follow the one before it.`
  if (hashOf(link, place, previous) !== link.hash) return `The row ${row} was changed.`
  if (link.salt !== null && contentDigest(link) !== link.content_digest) return `The content of ${row} was changed.`
  return null
}

/** Rows that the chain does not know: added past it, or left over where its end was cut off. */
async function unchained(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string; logged: boolean }>`
    select id, true as logged from audit_log l where not exists (select from audit_chain c where c.audit_id = l.id)
    union all
    select audit_id, false from audit_contents t where not exists (select from audit_chain c where c.audit_id = t.audit_id)
    order by id, logged desc limit 1`.execute(db)
  const [row] = rows
  return row
    ? `The row ${named(row.id)} is ${row.logged ? 'not in the chain' : 'missing, and its content is left'}.`
    : null
}

/** Heads that were noted before, and are not in the chain any more. */
async function cutBefore(db: Db): Promise<string | null> {
  const { rows } = await sql<{ place: number; at: Date }>`
    select h.place, h.at from audit_heads h left join audit_chain c using (place)
    where c.hash is distinct from h.hash order by h.place limit 1`.execute(db)
  const [head] = rows
  return head
    ? `The log was cut or rewritten: the row at place ${head.place}, noted at ${head.at.toISOString()}, is missing or another one.`
    : null
}

/** Walks the chain to its end, or to the first row that does not belong. A head noted elsewhere is looked for, too. */
export async function verifyAudit(db: Db, noted?: string): Promise<Verdict> {
  let [checked, erased, previous] = [0, 0, '']
  let isNotedFound = noted === undefined
  for (let batch = await batchAfter(db, 0); batch.length > 0; batch = await batchAfter(db, checked)) {
    for (const link of batch) {
      const problem = wrongWith(link, checked + 1, previous)
      if (problem) return { checked, erased, head: `${checked}:${previous}`, problem }
      checked++
      previous = link.hash
      isNotedFound ||= noted === `${checked}:${previous}`
      if (link.salt === null) erased++
    }
  }
  const problem =
    (await unchained(db)) ??
    (await cutBefore(db)) ??
    (isNotedFound ? null : `The log was cut or rewritten: its head was ${noted} once.`)
  return { checked, erased, head: `${checked}:${previous}`, problem }
}

/** Notes how far the chain has come, where it has grown; the log line is for keeping where the database's owner cannot reach it. */
export async function noteHead(db: Db, at: Date): Promise<{ place: number; hash: string } | undefined> {
  const { rows } = await sql<{ place: number; hash: string }>`
    insert into audit_heads (place, hash, at)
    select place, hash, ${at} from audit_chain order by place desc limit 1
    on conflict (place) do nothing returning place, encode(hash, 'hex') as hash`.execute(db)
  return rows[0]
}
