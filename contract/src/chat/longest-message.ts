/** The characters of the longest message. */
export const LONGEST_MESSAGE = 2000
