import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'

/** Removes what has had its time: how long each thing is kept is a promise of the privacy policy. */
export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const ago = (count: number) => later(clock.now(), -days(count))
  await db.deleteFrom('secrets').where('expires_at', '<', ago(7)).execute()
  await db.deleteFrom('sign_ins').where('at', '<', ago(90)).execute()
  // A session holds an address: it lasts ninety days at most, and its row a day longer than it does.
  await db.deleteFrom('sessions').where('ended_at', '<', ago(1)).execute()
  await db.deleteFrom('sessions').where('ends_at', '<', ago(1)).execute()
}
