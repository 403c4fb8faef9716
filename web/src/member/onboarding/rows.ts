// Groups of options that are valid or invalid as a whole.

/** Rows large enough for a finger. */
export const rowsClass = 'grid [&_label]:py-2.5'

/** For each option of an invalid group. */
export const invalidBy = (problem: string | undefined, id: string) =>
  problem === undefined ? {} : { 'aria-invalid': true as const, 'aria-describedby': id }
