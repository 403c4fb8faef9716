import type { Deps } from '../../../deps.ts'
import type { JobData } from '../../../infra/job-kinds.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { lockFact, saveFact } from '../../operations/index.ts'

const AT_ONCE = 200

/** Members with a confirmed address who could use the product when the terms change. */
const findReaders = (tx: Tx, after: string) =>
  tx
    .selectFrom('identity_people')
    .select('id')
    .where('id', '>', after)
    .where('state', 'in', ['active', 'paused', 'deactivated', 'suspended'])
    .where('email_verified_at', 'is not', null)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()

/** Queues the emails of some members and the job for the next ones together, so that each member gets one. */
export const announceTerms = (
  context: Deps,
  { version, name, from, after }: JobData['announce-terms'],
): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    // A job may run twice.
    const progress = `announced ${name} of version ${version}`
    const reached = await lockFact(work.tx, progress)
    if (reached !== undefined && reached !== after) return
    const readers = await findReaders(work.tx, after)
    const link = `${context.config.PUBLIC_URL}/${name}#change`
    // At noon, the day is the same in almost every time zone.
    const details = { name, from: new Date(`${from}T12:00:00Z`), link }
    for (const { id } of readers) await queueMail(work, { to: id, kind: 'terms-change', details })
    const last = readers.at(-1)?.id ?? 'all'
    await saveFact(work.tx, progress, last)
    if (readers.length === AT_ONCE) await work.jobs.add(work.tx, 'announce-terms', { version, name, from, after: last })
  })
