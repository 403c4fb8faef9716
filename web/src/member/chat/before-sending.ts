import type { Hurt } from '@kindred/contract/moderation/hurting/rule'
import { read, write } from '../../session/storage.ts'

// Asks “Send this?” about words that may hurt, at most once a day for a conversation or a person. The text is only read
// in this browser, and what it finds is never sent anywhere.

type HurtIn = (text: string) => Hurt | undefined

/** A message isn't held up for longer than this by a rule that is still loading. */
const LOADS_WITHIN = 3000

let rule: Promise<HurtIn | undefined> | undefined

/** Loads the rule. Without a connection, messages are sent without it, and the next one tries again. */
export function loadRule(): Promise<HurtIn | undefined> {
  rule ??= import('@kindred/contract/moderation/hurting/rule').then(
    ({ hurtIn }) => hurtIn,
    () => {
      rule = undefined
      return undefined
    },
  )
  return rule
}

const key = (to: string) => `kindred.asked-before-sending.${to}`
const today = () => new Date().toDateString()

export async function hurtToAskAbout(to: string, text: string): Promise<Hurt | undefined> {
  if (text.trim() === '' || read(key(to)) === today()) return undefined
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LOADS_WITHIN))
  const hurtIn = await Promise.race([loadRule(), late])
  const hurt = hurtIn?.(text)
  if (hurt) write(key(to), today())
  return hurt
}
