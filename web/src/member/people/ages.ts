/** The youngest and the oldest that filters and searches name. */
export const [YOUNGEST, OLDEST] = [18, 120]
