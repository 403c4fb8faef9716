import type { Configuration } from '@kindred/contract/operations/configuration'
import { useLingui } from '@lingui/react/macro'

export const sectionIds = ['name', 'prices', 'trials', 'turn', 'stats', 'rules', 'replies', 'words'] as const
export type SectionId = (typeof sectionIds)[number]

/** The sections, each with the settings that it contains. */
export function useSections(): { id: SectionId; name: string; settings: readonly (keyof Configuration)[] }[] {
  const { t } = useLingui()
  return [
    { id: 'name', name: t`Name and address`, settings: ['brand', 'supportEmail'] },
    { id: 'prices', name: t`Prices`, settings: ['currency', 'prices', 'automaticTax'] },
    { id: 'trials', name: t`Trials`, settings: ['trialDays'] },
    { id: 'turn', name: t`Your turn`, settings: ['yourTurnLimit'] },
    { id: 'stats', name: t`Marketing stats`, settings: ['figures'] },
    { id: 'rules', name: t`Community rules`, settings: ['rules'] },
    { id: 'replies', name: t`Canned replies`, settings: ['cannedReplies'] },
    { id: 'words', name: t`Word lists`, settings: ['wordLists'] },
  ]
}

/** The address of a section. The first one is the screen itself. */
export const searchOf = (id: SectionId) => (id === sectionIds[0] ? {} : { section: id })
