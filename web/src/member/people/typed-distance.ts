// A distance that a member types counts as the next limit that is offered. A limit of its own would let anyone who tries
// one number after another work out a distance, and with that a place, more precisely than it is shown.

const KM_PER_MILE = 1.609344

/** A limit as it is shown. */
export const inUnits = (km: number, inMiles: boolean): number => (inMiles ? Math.round(km / KM_PER_MILE) : km)

/** The limit in kilometers, or null for any distance. Undefined if the text isn't a distance. */
export function limitFor(typed: string, offered: readonly number[], inMiles: boolean): number | null | undefined {
  if (!/^[1-9]\d{0,3}$/.test(typed)) return undefined
  return offered.find((km) => inUnits(km, inMiles) >= Number(typed)) ?? null
}
