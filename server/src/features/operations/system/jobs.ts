import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'

/** The privacy policy promises these retention times. */
export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db
    .deleteFrom('access_reasons')
    .where('given_at', '<', later(now, -days(1)))
    .execute()
  await db.deleteFrom('budgets').where('resets_at', '<', now).execute()
}
