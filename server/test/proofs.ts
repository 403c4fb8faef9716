/** The number of repetitions of a proof: a few in `npm test`, all in `npm run prove`. */
export const rounds = (few: number, full: number): number => (process.env['PROVE'] === 'full' ? full : few)
export const proving = process.env['PROVE'] === 'full'

export const proof = (what: string): void => console.log(`proof: ${what}`)
