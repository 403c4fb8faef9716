import type { Deps } from '../../../deps.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { duePictures, markDue, markPictureCompared } from '../../profiles/index.ts'
import { dueListed, markCompared } from './listed-pictures.sql.ts'
import {
  findLikeListed,
  findListed,
  findMessageWith,
  findOthers,
  findSentLike,
  type KnownPicture,
  type Listed,
} from './near.sql.ts'
import { saveFinding } from './save-finding.ts'
import { days, later } from '../../../infra/clock.ts'
import { gatherEvidence, removeUnsealed } from '../evidence/gather-evidence.ts'
import { wasRejected } from '../monitoring/hits.sql.ts'
import { reportDetected } from '../reports/report-detected.ts'

/** After staff rejected a finding about someone, known fakes in their messages are ignored for this long. */
const LEFT_ALONE = days(30)

const settle = (context: Deps, picture: KnownPicture): Promise<unknown> =>
  unitOfWork(context, SYSTEM, ({ tx }) => markPictureCompared(tx, picture))

const isLeftAlone = async ({ db, clock }: Deps, { account_id }: KnownPicture, { kind }: Listed, wasSent: boolean) =>
  kind === 'known_fake' && (!wasSent || (await wasRejected(db, account_id, kind, later(clock.now(), -LEFT_ALONE))))

/**
 * Compares a photo that someone sent, or that was held back, with the watchlist, and nothing else: photos between two
 * people are private. A match is reported with sealed evidence, which staff open with a reason.
 */
async function compareSent(context: Deps, picture: KnownPicture): Promise<void> {
  const { db } = context
  const listed = await findListed(db, picture)
  const message = listed && (await findMessageWith(db, picture.public_id))
  if (!listed || (await isLeftAlone(context, picture, listed, message !== undefined)))
    return void (await settle(context, picture))
  const { account_id: about, public_id: sent } = picture
  const gathered = await gatherEvidence(context, {
    about,
    reporter: message?.reader ?? null,
    messageId: message?.id,
    sent,
  })
  if (!gathered) return void (await settle(context, picture))
  try {
    await unitOfWork(context, SYSTEM, async (work) => {
      if (!(await markPictureCompared(work.tx, picture))) return
      const found = message ? { ...message, text: '', at: message.at.toISOString() } : null
      const reason = { rule: listed.kind, facts: {} }
      const report = await reportDetected(work, { about, reason, message: found, gathered })
      await audit(work, {
        action: 'same-picture.reported',
        subjectId: about,
        details: { report, why: listed.kind, distance: listed.distance },
      })
    })
  } finally {
    await removeUnsealed(context, gathered)
  }
}

const MOST_PICTURES = 500
const MOST_LISTED = 100
/** A picture that hundreds use is queued once for each new user, not hundreds of times each. */
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
  await markPictureCompared(work.tx, picture)
}

const lookInMessages = async ({ tx }: Work, fingerprint: string) =>
  markDue(tx, await findSentLike(tx, fingerprint, MOST_LIKE_LISTED))

/**
 * Compares new pictures of profiles and messages, and new entries of the watchlist, with existing ones. The result is
 * only a question to staff; nothing happens to the accounts.
 */
export async function sweepPictures(context: Deps): Promise<void> {
  await forEachSeparately(await dueListed(context.db, MOST_LISTED), ({ id, fingerprint }) =>
    unitOfWork(context, SYSTEM, async (work) => {
      for (const picture of await findLikeListed(work.tx, fingerprint, MOST_LIKE_LISTED))
        await compareWithList(work, picture)
      await lookInMessages(work, fingerprint)
      await markCompared(work.tx, id)
    }),
  )
  await forEachSeparately(await duePictures(context.db, MOST_PICTURES), ({ position, ...picture }) =>
    position === null ? compareSent(context, picture) : unitOfWork(context, SYSTEM, (work) => compare(work, picture)),
  )
}
