import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { settlePicture } from '../../profiles/index.ts'
import { gatherEvidence, removeUnsealed } from '../evidence/gather-evidence.ts'
import { wasRejected } from '../monitoring/hits.sql.ts'
import { reportDetected } from '../reports/report-detected.ts'
import { findListed, findMessageWith, type KnownPicture, type Listed } from './near.sql.ts'

/** After staff rejected what was found about someone, known fakes in their messages are left alone for so long. */
const LEFT_ALONE = days(30)

const settle = (context: Deps, picture: KnownPicture): Promise<unknown> =>
  unitOfWork(context, SYSTEM, ({ tx }) => settlePicture(tx, picture))

/** Whether a photo is left alone: it wasn't sent, or staff lately rejected a report like this. */
const isLeftAlone = async ({ db, clock }: Deps, { account_id }: KnownPicture, { kind }: Listed, wasSent: boolean) =>
  kind === 'known_fake' && (!wasSent || (await wasRejected(db, account_id, kind, later(clock.now(), -LEFT_ALONE))))

/**
 * Compares a photo that someone sent, or that wasn't let through, with the list, and nothing else: what two people send
 * each other is private. What is found is reported with frozen evidence, which staff open with a reason.
 */
export async function compareSent(context: Deps, picture: KnownPicture): Promise<void> {
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
      if (!(await settlePicture(work.tx, picture))) return
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
