/** How often a proof is repeated: a few times in `npm test`, at its full number in `npm run prove`. */
export const rounds = (few: number, full: number): number => (process.env['PROVE'] === 'full' ? full : few)
export const proving = process.env['PROVE'] === 'full'

/** A line of the table that `npm run prove` ends with. */
export const proof = (what: string): void => console.log(`proof: ${what}`)
