import type { EmailKind, LegalName, MessageDescriptor, Text } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Gender } from '../../../infra/language/write.ts'
import type { Formats } from '../../../infra/zones.ts'

/** The brand is added to a subject that doesn’t name it. */
export type Letter = { subject: Text; endsWithBrand?: boolean; lines: Line[] }
export type Line = Text | { code: string } | { link: string; words: MessageDescriptor }

/** Writes an email's own lines, with dates formatted for its reader. */
export type WriteMail = (formats: Formats) => { subject: Text; lines: Text[] }

type WriteTo = (to: Recipient) => { subject: Text; lines: Text[] }

/**
 * If `undoes`, the link after “If this wasn’t you” takes the account back. Otherwise it only leads to the page where
 * anyone can ask for a new password.
 */
export type Disowned = { link: string; undoes: boolean }

export type AboutApplication = { subject: MessageDescriptor; text: string; link: string }

export type LetterKinds = {
  verification: { code: string; link: string }
  'reset-password': { link: string }
  'new-device': { device: Text; address: string; at: Date; link: string }
  'password-changed': Disowned & { at: Date }
  'passkey-added': Disowned & { name: string; at: Date }
  'passkey-removed': Disowned & { name: string; at: Date }
  'second-factor-on': Disowned & { at: Date }
  'second-factor-off': Disowned & { at: Date }
  'provider-linked': Disowned & { provider: string; at: Date }
  'provider-unlinked': Disowned & { provider: string; at: Date }
  'change-email': { link: string }
  'email-change-planned': { address: string; at: Date; link: string }
  'email-change-canceled': { address: string }
  /** Null for an address that may be a thief’s. */
  'email-changed': { address: string; link: string | null }
  'already-registered': { link: string }
  'address-refused': { link: string }
  'reuse-detected': { link: string }
  'wrong-passwords': { signOut: string; link: string }
  'wrong-factors': { signOut: string; link: string }
  'deletion-asked': Disowned & { due: Date; keep: string }
  'deletion-cancelled': { link: string }
  erased: { at: Date }
  deactivated: { write: WriteTo; link: string }
  activated: { link: string }
  'edited-by-staff': { what: MessageDescriptor[]; link: string }
  'export-ready': { link: string }
  admission: AboutApplication
  'admission-asked': AboutApplication
  'admission-waiting': AboutApplication
  'admission-declined': AboutApplication & { erasedOn?: Date }
  age: { subject: MessageDescriptor; lines: Text[]; link: string }
  approval: { write: WriteMail; link: string }
  'picture-decided': { subject: Text; lines: Text[]; link: string }
  decided: { write: WriteTo; link: string }
  'terms-change': { name: LegalName; from: Date; link: string }
  'fraud-warning': { write: WriteTo; link: string }
  subscription: { write: WriteMail; link: string }
  'date-reminder': { subject: MessageDescriptor; startsAt: Date; link: string }
  notice: { lines: Text[]; link: string; settings: string }
}
/** The contract lists the kinds with the values that operators can use. */
export type LetterKind = keyof LetterKinds & EmailKind

export type Recipient = {
  language: Language
  gender?: Gender
  brand: string
  firstName: string | null
  support: string
  /** Who runs this installation, as the law requires it in emails of businesses. Empty if it isn't set. */
  imprint: readonly string[]
  formats: Formats
  /** The colors of the operator's look, if they aren't ours. */
  button?: { fill: string; ink: string } | undefined
}

export type Letters = { [K in LetterKind]: (details: LetterKinds[K], to: Recipient) => Letter }
