import { type Groups, MASKED_GROUP, SMALLEST_GROUP } from '@kindred/contract'

export type Counted = { name: string; count: number }

const isSmall = (count: number): boolean => count < SMALLEST_GROUP

/** Zero is masked, too: otherwise, a masked number would reveal that there was one. */
export const maskCount = (count: number): number | null => (isSmall(count) ? null : count)

/** With fewer masked groups, someone who knows one of them could work out the other from the total. */
const FEWEST_MASKED = 3

/**
 * Masks small groups. If the total would reveal the masked ones, the next smallest groups are masked, too, until there
 * are at least three, and they add up to a large enough group. Their names are masked as well: each would reveal that
 * there was at least one.
 */
export function maskGroups(groups: readonly Counted[]): Groups {
  if (isSmall(groups.reduce((total, { count }) => total + count, 0))) return [{ name: MASKED_GROUP, count: null }]
  const masked = new Set(groups.filter(({ count }) => count > 0 && isSmall(count)).map(({ name }) => name))
  if (masked.size > 0) {
    const rest = groups
      .filter(({ name, count }) => count > 0 && !masked.has(name))
      .toSorted((a, b) => a.count - b.count)
    const sum = () => groups.reduce((total, { name, count }) => total + (masked.has(name) ? count : 0), 0)
    for (const { name } of rest) {
      if (masked.size >= FEWEST_MASKED && sum() >= SMALLEST_GROUP) break
      masked.add(name)
    }
  }
  const shown = groups.filter(({ name }) => !masked.has(name))
  return masked.size > 0 ? [...shown, { name: MASKED_GROUP, count: null }] : shown
}

/** The median of few cases could be one person's own value. */
export const maskMedian = (median: number | null, of: number): number | null =>
  median === null || of < SMALLEST_GROUP ? null : Math.round(median)
