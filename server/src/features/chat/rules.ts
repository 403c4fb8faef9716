import type { Nudge } from '@kindred/contract'
import type { Words } from '../operations/index.ts'

// Words at which a reader is asked to be careful. They are told to the reader alone, kindly; nothing is withheld.

/** A telephone number, and a link: no list could hold them. */
const telephone = /\+\d[\d\s-]{7,}/
const link = /https?:\/\/|www\.\w/i

export function nudgeFor(text: string | null, { money, elsewhere }: Words): Nudge | null {
  if (!text) return null
  if (money?.test(text)) return 'money'
  if (elsewhere?.test(text) || telephone.test(text)) return 'elsewhere'
  return link.test(text) ? 'link' : null
}

export const EDITABLE_FOR = 15 * 60_000
export const PARKED_AFTER = 14 * 86_400_000
