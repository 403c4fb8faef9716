/** How often a proof is repeated: a few times in `npm test`, at full size in `npm run prove`. */
export const rounds = (few: number, full: number): number => (process.env['PROVE'] === 'full' ? full : few)
export const proving = process.env['PROVE'] === 'full'

/** Prints what a proof measured. */
export const proof = (what: string): void => console.log(`proof: ${what}`)
