import { isObject } from '../../api/failure.ts'
import { formDraft, saveFormDraft } from '../../session/form-drafts.ts'

export type Outgoing = {
  clientId: string
  text?: string
  /** A photo from this device. `publicId` is set once it is uploaded. */
  photo?: File
  publicId?: string
  replyTo?: string
  failed: boolean
  /** The progress of the photo's upload, from 0 to 1. */
  progress?: number
}
export type NewMessage = Omit<Outgoing, 'failed'>

const unsentKey = (matchId: string) => `unsent.${matchId}`

const isOutgoing = (value: unknown): value is Outgoing =>
  isObject(value) && typeof value['clientId'] === 'string' && typeof value['text'] === 'string'

/** The messages of this tab that a reload has interrupted. Their client ids make sure that none arrives twice. */
export const unsentOf = (matchId: string): Outgoing[] => Object.values(formDraft(unsentKey(matchId))).filter(isOutgoing)

/** A file can't be stored, so photos stay for as long as the page is open. */
export const saveUnsent = (matchId: string, outgoing: readonly Outgoing[]): void =>
  saveFormDraft(
    unsentKey(matchId),
    Object.fromEntries(
      outgoing.filter(({ photo }) => !photo).map((each) => [each.clientId, { ...each, failed: true }]),
    ),
  )
