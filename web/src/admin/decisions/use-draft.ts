import type { DecisionDraft, DecisionInput } from '@kindred/contract/moderation/decisions'

/** The form's values. Each field keeps its last value, even if the selected kind doesn't need it. */
export type Draft = {
  kind: DecisionInput['kind']
  rule: number
  category: DecisionInput['category']
  days: number
  facts: string
  bio: boolean
  prompts: boolean
  voice: boolean
  pictures: readonly string[]
  findCopies: boolean
  message: string | null
  fraud: boolean
  cancel: boolean
}

export const hasDuration = ({ kind }: Pick<Draft, 'kind'>) => kind === 'limit' || kind === 'suspend'
export const removes = ({ kind }: Pick<Draft, 'kind'>) => kind === 'suspend' || kind === 'ban'

/** A scam is fraud, unless someone unticks it. */
export const ofCategory = (category: Draft['category']) => ({ category, fraud: category === 'scam' })

const hideOf = ({ bio, prompts, voice, pictures, message, findCopies }: Draft): DecisionDraft['hide'] =>
  message
    ? { message }
    : { bio, prompts, voice, pictures: [...pictures], findCopies: findCopies && pictures.length > 0 }

export function inputOf(draft: Draft, reportId: string | undefined): DecisionDraft | undefined {
  const { kind, rule, category, days, facts, bio, prompts, voice, pictures, message, fraud, cancel } = draft
  if (kind === 'hide' && !message && !bio && !prompts && !voice && pictures.length === 0) return undefined
  return {
    kind,
    rule,
    category,
    facts: facts.trim(),
    fraud: removes(draft) && fraud,
    subscription: removes(draft) && cancel ? 'cancel' : 'keep',
    ...(hasDuration(draft) ? { days } : {}),
    ...(kind === 'hide' ? { hide: hideOf(draft) } : {}),
    ...(reportId === undefined ? {} : { reportId }),
  }
}

export const blank: Draft = {
  kind: 'warn',
  rule: 1,
  category: 'other',
  days: 7,
  facts: '',
  bio: false,
  prompts: false,
  voice: false,
  pictures: [],
  findCopies: false,
  message: null,
  fraud: false,
  cancel: false,
}
