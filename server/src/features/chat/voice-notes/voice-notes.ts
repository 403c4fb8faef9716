import { ApiError, type Message, type Upload } from '@kindred/contract'
import { assertMayBegin } from '../first-message.ts'
import type { Deps } from '../../../deps.ts'
import { assertUnlimited, noSuchMatch, noSuchMessage, noticeOf, readerOf, toMessage } from '../messages.ts'
import { messageByClientId, type MessageRow, openMatch, saveMessage } from '../queries.ts'
import { audibleFile, insertVoiceNote } from './queries.ts'
import { announce } from '../../delivery/index.ts'
import { keepRecording, storeRecording } from '../../profiles/index.ts'
import type { Viewer } from '../../../http/session.ts'
import { refusedUntil } from '../../../infra/budgets.ts'
import { minutes } from '../../../infra/clock.ts'
import { isMissing, isTaken } from '../../../infra/db/db.ts'
import type { Voice } from '../../../infra/images/voice.ts'
import { voiceFile } from '../../../infra/storage/voice-file.ts'
import { asMember, unitOfWork } from '../../../work.ts'

/** Each request checks again whether the member may listen. */
export async function readVoiceNote(
  { db, storage }: Deps,
  { account }: Viewer,
  { id, messageId }: { id: string; messageId: string },
): Promise<Uint8Array> {
  const fileId = await audibleFile(db, account.id, id, messageId)
  const file = fileId ? await storage.get(voiceFile(fileId)) : null
  if (!file) throw new ApiError('not_found', 'We couldn’t find this voice note.')
  return file
}

type VoiceInput = { clientId: string; replyTo?: string | undefined; text?: string | undefined }

/** Sending the same recording again returns the saved message. */
export async function sendVoiceNote(
  context: Deps,
  viewer: Viewer,
  matchId: string,
  input: VoiceInput,
  { bytes }: Upload,
): Promise<Message> {
  const { account } = viewer
  assertUnlimited(account, context.clock.now())
  await assertMayBegin(context, viewer.account.id, matchId)
  if (!(await openMatch(context.db, account.id, matchId))) throw noSuchMatch()
  const find = () => messageByClientId(context.db, matchId, account.id, input.clientId)
  let saved = await find()
  if (!saved) {
    await context.budgets.spend([{ key: `voice:${account.id}`, limit: 60, within: minutes(60) }])
    await storeAndSend(context, viewer, matchId, input, await context.images.encodeVoice(bytes))
    saved = await find()
  }
  if (!saved) throw noSuchMessage()
  if (!isVoiceNote(saved)) throw new ApiError('key_reused', 'Another message was already sent with this client ID.')
  return toMessage(await readerOf(context, viewer), saved)
}

/** A deleted message counts as a voice note, because it can no longer be compared. */
const isVoiceNote = ({ voice, deleted_at }: MessageRow) => voice !== null || deleted_at !== null

async function storeAndSend(
  context: Deps,
  viewer: Viewer,
  matchId: string,
  input: VoiceInput,
  voice: Voice,
): Promise<void> {
  const fileId = await storeRecording(context, viewer.account.id, voice.file)
  try {
    await saveVoiceMessage(context, viewer, matchId, input, { ...voice, fileId })
  } catch (error) {
    if (isMissing(error, 'reply_to')) throw noSuchMessage()
    // A concurrent request with the same client ID was first, so its message is returned.
    if (!isTaken(error)) throw error
  }
}

const saveVoiceMessage = (
  context: Deps,
  { account }: Viewer,
  matchId: string,
  { clientId, replyTo, text }: VoiceInput,
  { fileId, file, durationMs, peaks }: Voice & { fileId: string },
) =>
  unitOfWork(context, asMember(account.id), async ({ tx, now, bus, afterCommit }) => {
    const budget = context.budgets.inStatement({ key: `message:${account.id}`, limit: 120, within: minutes(1) })
    const notice = noticeOf(account, matchId)
    const message = {
      matchId,
      senderId: account.id,
      clientId,
      kind: 'voice',
      replyTo,
      text,
      now,
      budget,
      notice,
    } as const
    const sent = await saveMessage(tx, message)
    if (!sent) throw noSuchMatch()
    if (sent.refused_until) throw refusedUntil(sent.refused_until, now)
    const note = { match_id: matchId, message_id: sent.id, account_id: account.id, file_id: fileId, created_at: now }
    await keepRecording(tx, fileId)
    await insertVoiceNote(tx, { ...note, duration_ms: durationMs, size: file.length, peaks })
    afterCommit(() => {
      announce(context, sent)
      bus.toAccounts([account.id, sent.other_id], { type: 'message.sent', matchId, seq: sent.seq })
    })
  })
