import type { SectionId } from './sections.ts'
import { useFieldNames, useLeafNames, useListNames } from './words.ts'
import { usePartNames } from './part-names.ts'

const settings: Partial<Record<SectionId, string>> = {
  operator: 'address representative email phone register taxNumber controller dataProtectionContact',
  look: 'accent second face logo icon welcome headline picture',
  documents: 'terms privacy faqs help safety pages',
  texts: 'languages default replacements',
  emails: 'subject opening closing',
  admission: 'domains memberCodes application waitingList',
  age: 'when methods openid issuers',
  house:
    'minimumAge photosNeeded dailyLikes place units distances firstMessage calls datePlans voiceNotes chatPhotos ' +
    'photoChecks verifiedOnly premium boosts friends',
  values: 'prompts interests intentions genders basics',
  questions: 'ours own',
  prices: 'monthly quarterly annual',
}

/** The names of the settings of each section, by which a search finds it. */
export function useSectionWords(): Partial<Record<SectionId, string>> {
  const leaves = useLeafNames()
  const { supportEmail, currency, automaticTax } = usePartNames()
  const besides: Partial<Record<SectionId, readonly string[]>> = {
    name: [supportEmail],
    fields: Object.values(useFieldNames()),
    prices: [currency, automaticTax],
    words: Object.values(useListNames()).map(([name]) => name),
  }
  const all = Object.entries({ ...besides, ...settings }) as [SectionId, unknown][]
  return Object.fromEntries(
    all.map(([id]) => {
      const names = settings[id]?.split(' ').map((name) => leaves[name] ?? '') ?? []
      return [id, [...names, ...(besides[id] ?? [])].join(' ')]
    }),
  )
}
