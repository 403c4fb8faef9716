import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import { inBatches } from '../../infra/in-turns.ts'

const hasLegalHold = (...accounts: string[]) => sql<boolean>`exists (select from moderation_legal_holds h
  where h.account_id in (${sql.join(accounts.map((account) => sql.ref(account)))}))`

const AT_ONCE = 1_000

/**
 * Deletes 1,000 reports per statement, because a single statement would hold its locks for minutes. Their replies and
 * history are deleted with them, and then their evidence (dropEvidence).
 */
async function deleteReports(db: Deps['db'], before: Date): Promise<void> {
  await inBatches(async () => {
    const { rows } = await sql`delete from reports where id in (
      select id from reports where closed_at < ${before} and not ${hasLegalHold('reports.about_id', 'reports.reporter_id')}
      order by closed_at limit ${AT_ONCE} for update skip locked) returning id`.execute(db)
    return rows.length === AT_ONCE
  })
}

/** The privacy policy promises these retention times. A legal hold keeps everything about a person. */
export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const ago = (count: number) => later(clock.now(), -days(count))
  await deleteReports(db, ago(365))
  const decisions = db.deleteFrom('decisions').where((eb) => eb.not(hasLegalHold('decisions.subject_id')))
  // Active decisions are kept. A warning never ends, so its start counts instead.
  await decisions.where('ended_at', '<', ago(365)).execute()
  await decisions.where('kind', '=', 'warn').where('in_force_at', '<', ago(365)).execute()
  await db.deleteFrom('monitoring_hits').where('at', '<', ago(90)).execute()
  await db.deleteFrom('flagged_messages').where('at', '<', ago(365)).execute()
  await db.deleteFrom('slowed_senders').where('ends_at', '<', clock.now()).execute()
  await db.deleteFrom('duplicate_photos').where('decided_at', '<', ago(365)).execute()
  await db.deleteFrom('account_links').where('decided_at', '<', ago(365)).execute()
  // The audit log keeps the decision about each account.
  await db.deleteFrom('batches').where('finished_at', '<', ago(30)).execute()
}
