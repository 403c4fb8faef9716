/** The end of an id, which identifies a report on screens. */
export const shortId = (id: string): string => id.slice(-6)
