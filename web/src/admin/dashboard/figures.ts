import type { RecentUser, Statistics } from '@kindred/contract/moderation/administration'

/** A part of the whole as a rounded percentage; of nothing it is nothing. */
export const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100))

/** This month against last, as a signed percentage; null for some where there were none. */
export const growth = ({
  newThisMonth,
  newLastMonth,
}: Pick<Statistics, 'newThisMonth' | 'newLastMonth'>): number | null =>
  newLastMonth === 0
    ? newThisMonth === 0
      ? 0
      : null
    : Math.round(((newThisMonth - newLastMonth) / newLastMonth) * 100)

/** The month that the growth ends with, as a list of users is narrowed to it. */
export const thisMonth = ({ growth: months }: Pick<Statistics, 'growth'>): string | undefined =>
  months.at(-1)?.month.slice(0, 7)

/** The first letter large: 'not-specified' is shown as 'Not-specified'. */
export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** First and last name, else the name, else nobody that we could name. */
export const fullName = (
  { firstName, lastName, name }: Pick<RecentUser, 'firstName' | 'lastName' | 'name'>,
  unknown: string,
): string => [firstName, lastName].filter(Boolean).join(' ') || name || unknown
