import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'

/** Removes what has had its time: how long each thing is kept is a promise of the privacy policy. */
export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const ago = (count: number) => later(clock.now(), -days(count))
  // Also what could never be sent: a letter to an address that does not take it holds what it said.
  await db.deleteFrom('mails').where('created_at', '<', ago(30)).execute()
}
