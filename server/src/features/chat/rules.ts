import type { Nudge } from '@kindred/contract'
import { minutes } from '../../infra/clock.ts'
import type { Words } from '../operations/index.ts'

// Reasons to remind a reader to be careful. Only the reader sees the reminder, and no message is withheld.

/** Patterns find phone numbers and links, which no word list could include. */
const telephone = /\+\d[\d\s-]{7,}/
const link = /https?:\/\/|www\.\w/i

/** The findings of monitoring rules are more precise than a word list. */
const flags: Record<string, Nudge> = { first_messages: 'scam', same_text: 'copied' }

type Shown = { text: string | null; flagged_by: string | null }

export function nudgeFor({ text, flagged_by }: Shown, { money, elsewhere }: Words): Nudge | null {
  if (!text) return null
  const flag = flags[flagged_by ?? '']
  if (flag) return flag
  if (money?.test(text)) return 'money'
  if (elsewhere?.test(text) || telephone.test(text)) return 'elsewhere'
  return link.test(text) ? 'link' : null
}

export const EDITABLE_FOR = minutes(15)
/** Each edit keeps the text before, so their number has to be limited. */
export const MOST_EDITS = 20
