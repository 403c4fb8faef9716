import type { Configuration } from '@kindred/contract/operations/configuration'
import { useLingui } from '@lingui/react/macro'

const groups = {
  site: ['name', 'operator', 'look', 'documents', 'texts', 'emails', 'stats'],
  members: ['admission', 'age', 'house', 'fields', 'values', 'questions', 'turn'],
  money: ['prices', 'trials'],
  safety: ['rules', 'replies', 'words'],
  everything: ['recipes'],
} as const
type GroupId = keyof typeof groups
export type SectionId = (typeof groups)[GroupId][number]

const groupIds = Object.keys(groups) as readonly GroupId[]
export const sectionIds: readonly SectionId[] = groupIds.flatMap((group) => [...groups[group]])
const first = groups.site[0]

export type Section = { id: SectionId; name: string; settings: readonly (keyof Configuration)[] }

/** The sections in their order, each with the settings that it contains. */
export function useSections(): Section[] {
  const { t } = useLingui()
  const all: Record<SectionId, Omit<Section, 'id'>> = {
    name: { name: t`Name and address`, settings: ['brand', 'supportEmail'] },
    operator: { name: t`Operator`, settings: ['operator'] },
    look: { name: t`Look`, settings: ['look'] },
    documents: { name: t`Legal texts and pages`, settings: ['documents'] },
    texts: { name: t`Texts and languages`, settings: ['texts'] },
    emails: { name: t`Emails and pushes`, settings: ['emails'] },
    stats: { name: t`Marketing stats`, settings: ['figures'] },
    admission: { name: t`Who may join`, settings: ['admission'] },
    age: { name: t`Proof of age`, settings: ['age'] },
    house: { name: t`What members may do`, settings: ['house'] },
    fields: { name: t`Profile fields`, settings: ['fields'] },
    values: { name: t`Profile values`, settings: ['profileValues'] },
    questions: { name: t`Questions`, settings: ['questions'] },
    turn: { name: t`Your turn`, settings: ['yourTurnLimit'] },
    prices: { name: t`Prices`, settings: ['currency', 'prices', 'automaticTax'] },
    trials: { name: t`Trials`, settings: ['trialDays'] },
    rules: { name: t`Community rules`, settings: ['rules'] },
    replies: { name: t`Canned replies`, settings: ['cannedReplies'] },
    words: { name: t`Word lists`, settings: ['wordLists'] },
    recipes: { name: t`Recipes`, settings: [] },
  }
  return sectionIds.map((id) => ({ id, ...all[id] }))
}

/** The sections under the headings of the list. */
export function useGroups(): { name: string; sections: Section[] }[] {
  const { t } = useLingui()
  const names: Record<GroupId, string> = {
    site: t({ message: 'Site', context: 'group of settings' }),
    members: t({ message: 'Members', context: 'group of settings' }),
    money: t`Money`,
    safety: t({ message: 'Safety', context: 'group of settings' }),
    everything: t({ message: 'Everything', context: 'group of settings' }),
  }
  const all = useSections()
  return groupIds.map((group) => ({
    name: names[group],
    sections: all.filter(({ id }) => groups[group].some((each) => each === id)),
  }))
}

/** The address of a section. The first one is the screen itself. */
export const searchOf = (id: SectionId) => (id === first ? {} : { section: id })
