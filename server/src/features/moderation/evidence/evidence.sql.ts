import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Link, Sealed } from './chain.ts'

/** Evidence is sealed in sequence, because each row follows the previous one. */
export async function lockHead(tx: Tx): Promise<{ place: number; hash: string }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('evidence chain', 0))`.execute(tx)
  const head = await tx
    .selectFrom('evidence')
    .select(['place', 'hash'])
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? { place: 0, hash: '' }
}

export const insertEvidence = (tx: Tx, sealed: Sealed & { hash: string }) =>
  tx.insertInto('evidence').values(sealed).execute()

export const insertContent = (tx: Tx, content: { evidence_id: string; salt: string; content: string }) =>
  tx.insertInto('evidence_contents').values(content).execute()

const links = (db: Db | Tx) =>
  db
    .selectFrom('evidence')
    .leftJoin('evidence_contents', 'evidence_contents.evidence_id', 'evidence.id')
    .selectAll('evidence')
    .select(['salt', 'content'])
    .$castTo<Link>()

export const findEvidenceOf = (db: Db, reportId: string): Promise<Link[]> =>
  links(db).where('report_id', '=', reportId).orderBy('place').execute()

export const isSealed = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('evidence').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

const BATCH = 200

export const findLinksAfter = (db: Db, place: number): Promise<Link[]> =>
  links(db).where('place', '>', place).orderBy('place').limit(BATCH).execute()

/** Content without a sealed row remains if the end of the chain was cut off. */
export const findUnsealed = async (db: Db): Promise<string | undefined> =>
  (
    await db
      .selectFrom('evidence_contents')
      .select('evidence_id')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('evidence')
              .select('evidence.id')
              .whereRef('evidence.id', '=', 'evidence_contents.evidence_id'),
          ),
        ),
      )
      .limit(1)
      .executeTakeFirst()
  )?.evidence_id

/** Content at the end of its retention: its report is deleted, and there is no legal hold. */
export async function findOutdated(db: Db, before: Date): Promise<{ id: string; content: string }[]> {
  const { rows } = await sql<{ id: string; content: string }>`
    select e.id, c.content from evidence_contents c join evidence e on e.id = c.evidence_id
    where e.at < ${before} and not exists (select from reports r where r.id = e.report_id)
      and not exists (select from moderation_legal_holds h where h.account_id in (e.about_id, e.reporter_id))
    order by e.at limit 100`.execute(db)
  return rows
}

export const deleteContent = (db: Db, id: string) =>
  db.deleteFrom('evidence_contents').where('evidence_id', '=', id).execute()
