import { isObject } from '../../api/failure.ts'
import { formDraft, saveFormDraft } from '../../session/form-drafts.ts'

export type Outgoing = {
  clientId: string
  text?: string
  /** A photo from this device. `publicId` is set once it is uploaded. */
  photo?: File
  publicId?: string
  replyTo?: string
  /** The server refused it. */
  failed: boolean
  /** It waits for a connection. */
  waits?: boolean
  /** The progress of the photo's upload, from 0 to 1. */
  progress?: number
}
export type NewMessage = Omit<Outgoing, 'failed' | 'waits'>

/** What the names of their drafts begin with. */
export const UNSENT = 'unsent.'
const unsentKey = (matchId: string) => UNSENT + matchId

const isOutgoing = (value: unknown): value is Outgoing =>
  isObject(value) && typeof value['clientId'] === 'string' && typeof value['text'] === 'string'

/** The messages of this tab that a reload has interrupted. Their client ids make sure that none arrives twice. */
export const unsentOf = (matchId: string): Outgoing[] => Object.values(formDraft(unsentKey(matchId))).filter(isOutgoing)

/** A file can't be stored, so photos stay for as long as the page is open. */
export const saveUnsent = (matchId: string, outgoing: readonly Outgoing[]): void =>
  saveFormDraft(
    unsentKey(matchId),
    Object.fromEntries(outgoing.filter(({ photo }) => !photo).map((each) => [each.clientId, each])),
  )
