import type { Deps } from '../../../deps.ts'
import { days, later, minutes } from '../../../infra/clock.ts'
import { forEachSeparately, runSeparately } from '../../../infra/jobs.ts'
import { SYSTEM, unitOfWork, type Opening } from '../../../work.ts'
import { accountsBannedWith } from '../../identity/index.ts'
import { audit, factOf, saveFact } from '../../operations/index.ts'
import { saveLink, type DueRow, findDueMembers, findShared, sharedMailboxes } from './queries.ts'
import { resemblances } from './rules.ts'

const MARK = 'account-links'
const MOST_AT_ONCE = 500
const NEW_FOR = days(30)
/** Last visits are saved a few minutes late. */
const OVERLAP = minutes(10)
const SIGN_INS_OF = days(90)

const lastSweep = (fact: unknown): Date | undefined =>
  typeof fact === 'object' && fact !== null && 'until' in fact && typeof fact.until === 'string'
    ? new Date(fact.until)
    : undefined

type Context = Opening & Pick<Deps, 'db' | 'lastingKeys'>

/** Anyone can register an address that isn't theirs, so only a verified one counts. */
const findMailboxes = async ({ db, lastingKeys }: Context, { id, email, email_verified_at }: DueRow, now: Date) =>
  email !== null && email_verified_at !== null
    ? sharedMailboxes(db, id, await accountsBannedWith(db, lastingKeys, email, now))
    : []

/**
 * Compares members who joined and visited recently with banned accounts. A finding only prompts a staff review. Continues
 * after members who fail, who are compared again after their next visit: otherwise, each run would begin with them.
 */
export async function linkAccounts(context: Context): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const joinedSince = later(now, -NEW_FOR)
  const activeSince = lastSweep(await factOf(db, MARK)) ?? joinedSince
  const due = await findDueMembers(db, joinedSince, activeSince, MOST_AT_ONCE)
  const compare = async (member: DueRow) => {
    const { id } = member
    const shared = await findShared(db, id, later(now, -SIGN_INS_OF))
    const found = resemblances([...shared, ...(await findMailboxes(context, member, now))])
    for (const each of found)
      await unitOfWork(context, SYSTEM, async (work) => {
        const link = await saveLink(work.tx, id, each, work.now)
        const details = { link, other: each.otherId, why: each.signals.map(({ kind }) => kind), weight: each.weight }
        if (link) await audit(work, { action: 'account-link.found', subjectId: id, details: { ...details, link } })
      })
  }
  const until = due.length < MOST_AT_ONCE ? later(now, -OVERLAP) : due.at(-1)?.last_active_at
  await runSeparately(
    () => forEachSeparately(due, compare),
    () => saveFact(db, MARK, { until: until?.toISOString() }),
  )
}
