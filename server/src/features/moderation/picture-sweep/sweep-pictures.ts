import type { Deps } from '../../../deps.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { SYSTEM, unitOfWork, type Opening, type Work } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { duePictures, settlePicture } from '../../profiles/index.ts'
import { dueListed, settleListed } from './listed-pictures.sql.ts'
import { findLikeListed, findListed, findOthers, type KnownPicture } from './near.sql.ts'
import { insertSamePicture } from './same-pictures.sql.ts'

const MOST_PICTURES = 500
const MOST_LISTED = 100
/** A picture that hundreds use is on the queue as often as someone new uses it, and not hundreds of times each. */
const MOST_OTHERS = 3
const MOST_LIKE_LISTED = 200

type Reason = Omit<Parameters<typeof insertSamePicture>[1], keyof KnownPicture | 'found_at'>

async function save(work: Work, picture: KnownPicture, reason: Reason): Promise<void> {
  const { public_id, account_id, fingerprint } = picture
  const id = await insertSamePicture(work.tx, { public_id, account_id, fingerprint, ...reason, found_at: work.now })
  if (!id) return
  const details = { same: id, why: reason.why, distance: reason.distance }
  await audit(work, { action: 'same-picture.found', subjectId: account_id, details })
}

async function compareWithList(work: Work, picture: KnownPicture): Promise<void> {
  const listed = await findListed(work.tx, picture)
  if (listed) await save(work, picture, { why: 'listed', listed_id: listed.id, distance: listed.distance })
}

async function compare(work: Work, picture: KnownPicture): Promise<void> {
  for (const other of await findOthers(work.tx, picture, MOST_OTHERS))
    await save(work, picture, {
      why: other.banned ? 'banned_account' : 'several_accounts',
      other_id: other.account_id,
      other_public_id: other.public_id,
      distance: other.distance,
    })
  await compareWithList(work, picture)
  await settlePicture(work.tx, picture.public_id)
}

/**
 * Compares what is new with what is there: pictures that became part of a profile, and entries of the list. It only
 * ever asks staff; nothing happens to the accounts.
 */
export async function sweepPictures(context: Opening & Pick<Deps, 'db'>): Promise<void> {
  await forEachSeparately(await duePictures(context.db, MOST_PICTURES), (picture) =>
    unitOfWork(context, SYSTEM, (work) => compare(work, picture)),
  )
  await forEachSeparately(await dueListed(context.db, MOST_LISTED), ({ id, fingerprint }) =>
    unitOfWork(context, SYSTEM, async (work) => {
      for (const picture of await findLikeListed(work.tx, fingerprint, MOST_LIKE_LISTED))
        await compareWithList(work, picture)
      await settleListed(work.tx, id)
    }),
  )
}
