import type { ProfileChange } from '@kindred/contract'

/**
 * What members say here that belongs to a special category of data (GDPR, article 9): it shows their sexual orientation
 * or sex life, their religion or beliefs, their political opinions or their health. It is stored, shown and used only
 * with their consent. What they write in their own words elsewhere isn't asked for, and is theirs to make public.
 */
export const specialCategory = {
  /** With the gender, this shows the orientation. A gender in one's own words may do so by itself. */
  columns: ['interested_in'],
  plainGenders: ['woman', 'man', 'non-binary'],
  /** Religion, and a diet that follows from it or from a belief. */
  basics: ['religion', 'diet'],
  /** The same of people to meet. */
  filters: ['religion', 'diet'],
  /** Which gender a saved search is for. */
  searches: ['gender'],
  /** Faith and beliefs, politics, sex life and health. */
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

/** Whether a change of the profile says something of a special category. Removing it doesn't. */
export const isSpecialProfile = ({ gender, shownTo, interestedIn = [], basics }: Profile): boolean =>
  isInOwnWords(gender) || shownTo !== undefined || interestedIn.length > 0 || hasAny(basics, specialCategory.basics)

export const areSpecialFilters = (filters: Readonly<Record<string, unknown>> | undefined): boolean =>
  hasAny(filters, specialCategory.filters)

export const isSpecialSearch = (query: Readonly<Record<string, string>>): boolean =>
  hasAny(query, specialCategory.searches)

export const isSpecialQuestion = (id: string): boolean => specialCategory.questions.some((special) => special === id)
