const KM_PER_MILE = 1.609

const FARTHEST = 160

/** A distance in words. The buckets are in kilometres; who reads miles gets them rounded. */
export function distanceInWords(bucket: number | null, units: string): string | null {
  if (bucket === null) return null
  const [beyond, shown] = bucket > FARTHEST ? ['More than', FARTHEST] : ['Within', bucket]
  return units === 'miles' ? `${beyond} ${Math.round(shown / KM_PER_MILE)} mi` : `${beyond} ${shown} km`
}

/** Beyond the last bucket there is no number, only words. */
export const distanceInKm = (bucket: number | null): number | null =>
  bucket === null || bucket > FARTHEST ? null : bucket
