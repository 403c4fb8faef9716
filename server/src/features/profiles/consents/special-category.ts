import type { ProfileChange } from '@kindred/contract'

/**
 * Fields in a special category of data (GDPR, article 9): they reveal sexual orientation or sex life, religion or
 * beliefs, political opinions or health. They are stored, shown and used only with the member's consent. Members' own
 * words elsewhere need no consent, because members choose to make them public.
 */
export const specialCategory = {
  /** Together with the gender, this reveals the orientation. A gender in a member's own words may do so by itself. */
  columns: ['interested_in'],
  plainGenders: ['woman', 'man', 'non-binary'],
  /** Religion, and diet, which may follow from religion or beliefs. */
  basics: ['religion', 'diet'],
  /** The same preferences for people to meet. */
  filters: ['religion', 'diet'],
  searches: ['gender'],
  questions: [
    'faith',
    'faith-other',
    'animals-eat',
    'politics-talk',
    'vote',
    'climate',
    'equality',
    'exclusive',
    'therapy',
  ],
} as const satisfies Record<string, readonly string[]>

const hasAny = (values: Readonly<Record<string, unknown>> | undefined, names: readonly string[]): boolean =>
  names.some((name) => {
    const value = values?.[name]
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== ''
  })

const isInOwnWords = (gender: string | undefined): boolean =>
  gender !== undefined && !specialCategory.plainGenders.some((plain) => plain === gender.toLowerCase())

type Profile = Pick<ProfileChange, 'gender' | 'shownTo' | 'interestedIn' | 'basics'>

export const isSpecialProfile = ({ gender, shownTo, interestedIn = [], basics }: Profile): boolean =>
  isInOwnWords(gender) || shownTo !== undefined || interestedIn.length > 0 || hasAny(basics, specialCategory.basics)

export const areSpecialFilters = (filters: Readonly<Record<string, unknown>> | undefined): boolean =>
  hasAny(filters, specialCategory.filters)

export const isSpecialSearch = (query: Readonly<Record<string, string>>): boolean =>
  hasAny(query, specialCategory.searches)

export const isSpecialQuestion = (id: string): boolean => specialCategory.questions.some((special) => special === id)
