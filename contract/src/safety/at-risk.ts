type Person = { gender: string | null; interestedIn: readonly string[] }

const unpunished = new Map([
  ['woman', 'man'],
  ['man', 'woman'],
])

/**
 * True for members who could be punished in some countries for their gender, or for the genders they want to meet. It
 * only reads what they entered for being found, and is never stored.
 */
export const isAtRisk = ({ gender, interestedIn }: Person): boolean =>
  gender !== null && interestedIn.some((each) => each.toLowerCase() !== unpunished.get(gender.toLowerCase()))

/** The ready-made fields that are hidden along with the gender. listings.sql has the same two. */
export const genderFields: readonly string[] = ['pronouns', 'orientation']
