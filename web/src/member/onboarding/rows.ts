// Rows of choices that are wrong, or right, as a whole.

/** Rows that a finger can hit. */
export const rowsClass = 'grid [&_label]:py-2.5'

/** For each of a group that is wrong as a whole. */
export const invalidBy = (problem: string | undefined, id: string) =>
  problem === undefined ? {} : { 'aria-invalid': true as const, 'aria-describedby': id }
