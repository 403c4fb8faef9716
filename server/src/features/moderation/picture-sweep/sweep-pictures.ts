import type { Deps } from '../../../deps.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { factOf, saveFact } from '../../operations/index.ts'
import { duePictures, markDue, settlePicture } from '../../profiles/index.ts'
import { compareSent } from './compare-sent.ts'
import { dueListed, listedAfter, settleListed } from './listed-pictures.sql.ts'
import { findLikeListed, findListed, findOthers, findSentLike, type KnownPicture } from './near.sql.ts'
import { saveFinding } from './save-finding.ts'

const MOST_PICTURES = 500
const MOST_LISTED = 100
/** A picture that hundreds use is on the queue as often as someone new uses it, and not hundreds of times each. */
const MOST_OTHERS = 3
const MOST_LIKE_LISTED = 200

async function compareWithList(work: Work, picture: KnownPicture): Promise<void> {
  const listed = await findListed(work.tx, picture)
  if (listed) await saveFinding(work, picture, { why: 'listed', listed_id: listed.id, distance: listed.distance })
}

async function compare(work: Work, picture: KnownPicture): Promise<void> {
  for (const other of await findOthers(work.tx, picture, MOST_OTHERS))
    await saveFinding(work, picture, {
      why: other.banned ? 'banned_account' : 'several_accounts',
      other_id: other.account_id,
      other_public_id: other.public_id,
      distance: other.distance,
    })
  await compareWithList(work, picture)
  await settlePicture(work.tx, picture)
}

const SENT_REACHED = 'pictures.sent-compared'
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Looks for entries that were on the list before photos in messages were compared with it, some at a time. */
async function compareSentBefore(context: Deps): Promise<void> {
  const reached = await factOf(context.db, SENT_REACHED)
  const entries = await listedAfter(context.db, typeof reached === 'string' ? reached : BEFORE_ALL, MOST_LISTED)
  for (const { fingerprint } of entries) await unitOfWork(context, SYSTEM, (work) => lookInMessages(work, fingerprint))
  const last = entries.at(-1)
  if (last) await saveFact(context.db, SENT_REACHED, last.id)
}

const lookInMessages = async ({ tx }: Work, fingerprint: string) =>
  markDue(tx, await findSentLike(tx, fingerprint, MOST_LIKE_LISTED))

/**
 * Compares what is new with what is there: pictures that became part of a profile or were sent, and entries of the
 * list. It only ever asks staff; nothing happens to the accounts.
 */
export async function sweepPictures(context: Deps): Promise<void> {
  await forEachSeparately(await dueListed(context.db, MOST_LISTED), ({ id, fingerprint }) =>
    unitOfWork(context, SYSTEM, async (work) => {
      for (const picture of await findLikeListed(work.tx, fingerprint, MOST_LIKE_LISTED))
        await compareWithList(work, picture)
      await lookInMessages(work, fingerprint)
      await settleListed(work.tx, id)
    }),
  )
  await compareSentBefore(context)
  await forEachSeparately(await duePictures(context.db, MOST_PICTURES), ({ position, ...picture }) =>
    position === null ? compareSent(context, picture) : unitOfWork(context, SYSTEM, (work) => compare(work, picture)),
  )
}
