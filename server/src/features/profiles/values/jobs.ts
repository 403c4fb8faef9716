import { isLive, type ProfileValue, type ProfileValues } from '@kindred/contract'
import { expiredEntries, profileValuesIn } from '../../operations/index.ts'
import { holdAccount } from '../profile/queries.ts'
import { accountsToSettle, type Retired, settleProfile } from './queries.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { forEachSeparately, pagesById } from '../../../infra/jobs.ts'
import { type Opening, SYSTEM, unitOfWork } from '../../../work.ts'

const AT_ONCE = 500

const idsOf = (values: readonly ProfileValue[]) => values.map(({ id }) => id)
const isRetired = (value: ProfileValue) => !isLive(value)

const retiredIn = ({ prompts = [], intentions = [], basics = [] }: ProfileValues = {}): Retired => ({
  prompts: idsOf(prompts.filter(isRetired)),
  intentions: idsOf(intentions.filter(isRetired)),
  basics: idsOf(basics.filter(isRetired)),
})
const erasedIn = ({ prompts = [], intentions = [], basics = [] }: ProfileValues = {}, now: Date): Retired => ({
  prompts: idsOf(expiredEntries(prompts, now)),
  intentions: idsOf(expiredEntries(intentions, now)),
  basics: idsOf(expiredEntries(basics, now)),
})

/** Settles one profile. The caller has locked the account. */
export async function settleValuesOf(tx: Tx, accountId: string, now: Date): Promise<void> {
  const values = await profileValuesIn(tx)
  await settleProfile(tx, accountId, retiredIn(values), erasedIn(values, now), now)
}

/**
 * Runs after a change of the values, and every night. Takes what members made of retired values off their profiles, so
 * that no list, search or score has to know the configuration, returns it if a value came back, and erases it 30 days
 * after its value was retired.
 */
export async function settleValues(context: Opening): Promise<void> {
  const retired = retiredIn(await profileValuesIn(context.db))
  const pages = pagesById((after) => accountsToSettle(context.db, retired, after, AT_ONCE))
  await forEachSeparately(pages, (accounts) =>
    forEachSeparately(accounts, (accountId) =>
      unitOfWork(context, SYSTEM, async ({ tx, now }) => {
        await holdAccount(tx, accountId)
        await settleValuesOf(tx, accountId, now)
      }),
    ),
  )
}
