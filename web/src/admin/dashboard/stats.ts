import type { RecentUser, Statistics } from '@kindred/contract/moderation/administration'

/** The rounded percentage, or 0 if the whole is 0. */
export const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100))

/** The change from the same days of last month as a signed percentage, or null if these had none. */
export const growth = ({
  newThisMonth,
  newLastMonthSoFar,
}: Pick<Statistics, 'newThisMonth' | 'newLastMonthSoFar'>): number | null =>
  newLastMonthSoFar === 0
    ? newThisMonth === 0
      ? 0
      : null
    : Math.round(((newThisMonth - newLastMonthSoFar) / newLastMonthSoFar) * 100)

export const thisMonth = ({ growth: months }: Pick<Statistics, 'growth'>): string | undefined =>
  months.at(-1)?.month.slice(0, 7)

/** Capitalizes the first letter only: 'not-specified' becomes 'Not-specified'. */
export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

export const fullName = (
  { firstName, lastName, name }: Pick<RecentUser, 'firstName' | 'lastName' | 'name'>,
  unknown: string,
): string => [firstName, lastName].filter(Boolean).join(' ') || name || unknown
