/** The last six signs of an id: how reports are called here. */
export const shortId = (id: string): string => id.slice(-6)
