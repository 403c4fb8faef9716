import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'

const MAIL_LASTS = days(30)

/** Deletes old emails, as the privacy policy promises. Those that could never be sent still have their text. */
export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', later(clock.now(), -MAIL_LASTS)).execute()
}
