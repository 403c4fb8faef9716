import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'

/** Deletes reports and bulk actions at the end of the retention time that the privacy policy promises. */
export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const ago = (count: number) => later(clock.now(), -days(count))
  // The replies and the history are deleted with the report, and then its evidence (dropEvidence).
  await db
    .deleteFrom('reports')
    .where('closed_at', '<', ago(365))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('moderation_legal_holds as h')
            .select('h.account_id')
            .where((held) =>
              held.or([
                held('h.account_id', '=', held.ref('reports.about_id')),
                held('h.account_id', '=', held.ref('reports.reporter_id')),
              ]),
            ),
        ),
      ),
    )
    .execute()
  // The audit log keeps the decision about each account.
  await db.deleteFrom('batches').where('finished_at', '<', ago(30)).execute()
}
