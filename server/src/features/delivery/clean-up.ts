import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import { dropOrphans } from '../../infra/db/repair.ts'

const MAIL_LASTS = days(30)

/** The privacy policy promises this retention time. Emails that were never sent still contain their text. */
export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', later(clock.now(), -MAIL_LASTS)).execute()
}

export const repairNotifications = ({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> =>
  dropOrphans(
    { db, log, table: 'notifications', key: 'account_id' },
    { naming: ['account_id'], existing: 'identity_people' },
  )
