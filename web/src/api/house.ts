import type { HouseFeature } from '@kindred/contract/operations/house'
import { useSettings } from './settings.ts'

// What members may do here. The start page, which has a small budget, doesn't load this file.

/** The age from which people may join. */
export const useMinimumAge = (): number => useSettings().house?.minimumAge ?? 18

/** False for a feature that the operator has turned off. Friends is off until they turn it on. */
export const useIsOn = (feature: HouseFeature): boolean => useSettings().house?.[feature] ?? feature !== 'friends'

/** True if everyone here has one place: no one is asked for another, and there are no distances. */
export const useIsOnePlace = (): boolean => useSettings().house?.place !== undefined
