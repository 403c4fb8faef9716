// Groups of options that are valid or invalid as a whole.

export const rowsClass = 'grid [&_label]:py-2.5'

export const invalidBy = (problem: string | undefined, id: string) =>
  problem === undefined ? {} : { 'aria-invalid': true as const, 'aria-describedby': id }
