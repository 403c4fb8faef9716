import { ApiError, say, type Said, type VoiceProblem } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { voiceFile } from '../../../infra/storage/voice-file.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { decideVoice, ownerOfHeldVoice } from '../../profiles/index.ts'
import { assertMayJudge } from '../administration/assert-may-act-on.ts'
import { isSomeoneElseLeft } from '../appeals/others.sql.ts'
import { adviceAfter, alreadyDecided, notifyOwner, type Outcome } from './decide-reviews.ts'

const voiceShown: Outcome = {
  said: say('Your voice answer is approved'),
  lines: [say('Our team listened to it, and people can hear it now.')],
}

/** In the member's language, whoever reviewed it. */
const problems: Record<VoiceProblem, Said> = {
  abuse: say('It insults or threatens people.'),
  sexual: say('It’s sexual.'),
  minor: say('A child can be heard.'),
  contact: say('It contains contact details or an ad.'),
  other: say('It doesn’t follow our community rules.'),
}

type VoiceDecision = { shown: boolean; problem?: VoiceProblem | undefined; reason?: string | undefined }
type Refused = Pick<VoiceDecision, 'problem' | 'reason'> & { hasOthers: boolean }

const voiceRefused = ({ problem = 'other', reason, hasOthers }: Refused): Outcome => ({
  said: say('We couldn’t approve your voice answer'),
  lines: [
    // As for photos, a reason in words says more than that it breaks the rules.
    ...(reason && problem === 'other' ? [] : [problems[problem]]),
    ...(reason ? [say('Reason: {reason}', { reason })] : []),
    adviceAfter(hasOthers),
  ],
})

/** The sound of an answer, as long as it waits: as for photos, the review itself is the reason to listen. */
export async function readWaitingVoice({ db, storage }: Deps, fileId: string): Promise<string> {
  const file = (await ownerOfHeldVoice(db, fileId)) && (await storage.get(voiceFile(fileId)))
  if (!file) throw new ApiError('not_found', 'We couldn’t find this recording.')
  return `data:audio/ogg;base64,${file.toString('base64')}`
}

/** The account is locked before the profile, as members do who replace their answer. */
export const reviewVoice = (
  context: Deps,
  { account }: Viewer,
  fileId: string,
  { shown, problem, reason }: VoiceDecision,
): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const owner = await ownerOfHeldVoice(work.tx, fileId)
    if (!owner) throw alreadyDecided()
    await assertMayJudge(work.tx, account, owner)
    if (!(await decideVoice(work.tx, owner, fileId, shown ? 'shown' : 'refused'))) throw alreadyDecided()
    await audit(work, {
      action: shown ? 'voice.shown' : 'voice.refused',
      subjectId: owner,
      details: { voice: fileId, ...(problem ? { problem } : {}) },
      ...(reason ? { reason } : {}),
    })
    const hasOthers = await isSomeoneElseLeft(work.tx, owner, { by: [account.id] })
    await notifyOwner(work, owner, shown ? voiceShown : voiceRefused({ problem, reason, hasOthers }))
  })
