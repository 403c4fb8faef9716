import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'
import { forEachSeparately, pagesById } from '../../../infra/jobs.ts'

const PAGE_SIZE = 1000

type Checked = { id: string; is_due: boolean }

const checkListings = async (db: Db, after: string): Promise<Checked[]> =>
  (
    await sql<Checked>`
      select p.account_id as id, (select row(l.*) from listings l where l.account_id = p.account_id)
        is distinct from (select row(d.*) from listings_due d where d.account_id = p.account_id) as is_due
      from profiles p where p.account_id > ${after} order by p.account_id limit ${PAGE_SIZE}`.execute(db)
  ).rows

/**
 * Lists or hides members after a rule about all of them has changed. Each in a transaction of their own, because a
 * member's change at the same time takes the same lock.
 */
export async function settleListings({ db }: Pick<Deps, 'db'>): Promise<void> {
  const pages = pagesById((after) => checkListings(db, after))
  await forEachSeparately(pages, (checked) =>
    forEachSeparately(
      checked.filter(({ is_due }) => is_due),
      ({ id }) => sql`select refresh_listing(${id})`.execute(db),
    ),
  )
}
