import { ApiError, type OwnVoiceAnswer, type Upload, type voiceAnswers, type VoiceQuestion } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { minutes } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { sweepSoon } from '../pictures/jobs.ts'
import { dropFile, spareShown } from '../pictures/queries.ts'
import { keepRecording, storeRecording } from './recordings.ts'
import { reviewOf } from '../pictures/rules.ts'
import { assertVoiceNotHidden, assertTextNotHidden } from '../profile/removed-content.ts'
import { changeAccount, findProfile, saveProfile } from '../profile/queries.ts'
import { assertFewChanges } from '../shown-texts/shown-texts.ts'
import { storedVoice, type StoredVoice, toVoiceColumns } from './stored-voice.ts'

/** `text` is the transcript, if the member's browser has written one. */
type AnswerInput = { question: VoiceQuestion; text?: string | undefined }

async function saveVoiceAnswer(
  context: Deps,
  { account }: Viewer,
  { question, text }: AnswerInput,
  { bytes }: Upload,
): Promise<OwnVoiceAnswer> {
  const { budgets, images, config, clock } = context
  await budgets.spend([{ key: `voice-answer:${account.id}`, limit: 20, within: minutes(60) }])
  const { file, durationMs, peaks } = await images.encodeVoice(bytes)
  const fileId = await storeRecording(context, account.id, file)
  const review = reviewOf(config.PICTURE_REVIEW, account.created_at, clock.now())
  const answer: OwnVoiceAnswer = { question, durationMs, peaks, text: text ?? null, review }
  await changeVoice(context, account.id, { ...answer, fileId })
  await sweepSoon(context)
  return answer
}

async function withdrawVoice(tx: Tx, accountId: string, voice: StoredVoice, now: Date): Promise<void> {
  const { fileId, review, question, durationMs, text } = voice
  const until = now.toISOString()
  if (review === 'shown') await spareShown(tx, accountId, fileId, { kind: 'voice', question, durationMs, text, until })
  else await dropFile(tx, fileId)
}

/** Staff who are deciding about the account see that its voice answer has changed. */
const changeVoice = (context: Deps, accountId: string, voice: StoredVoice | null): Promise<void> =>
  unitOfWork(context, asMember(accountId), async ({ tx, now }) => {
    await assertFewChanges(tx, accountId, now)
    await changeAccount(tx, accountId, {}, true)
    if (voice) await keepRecording(tx, voice.fileId)
    const old = storedVoice(await findProfile(tx, accountId))
    if (!voice && !old) throw new ApiError('not_found', 'You haven’t recorded an answer.')
    if (old) await withdrawVoice(tx, accountId, old, now)
    if (voice) await assertVoiceNotHidden(tx, accountId, voice)
    if (voice?.text) await assertTextNotHidden(tx, accountId, voice.text, 'text')
    await saveProfile(tx, accountId, toVoiceColumns(voice, now), now)
  })

async function deleteVoiceAnswer(context: Deps, { account }: Viewer): Promise<void> {
  await changeVoice(context, account.id, null)
  await sweepSoon(context)
}

export const voiceAnswerHandlers: Handlers<typeof voiceAnswers> = {
  saveVoiceAnswer: async (context, { query, body, file }) => ({
    data: { voice: await saveVoiceAnswer(context, context.viewer, { ...query, ...body }, file) },
  }),
  deleteVoiceAnswer: async (context) => {
    await deleteVoiceAnswer(context, context.viewer)
    return { done: true }
  },
}
