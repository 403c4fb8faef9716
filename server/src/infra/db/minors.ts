/**
 * The newest minor version of each major version when this version was released. Each has security updates that earlier
 * ones lack. Update the list with each release, from https://www.postgresql.org/support/security/.
 */
export const NEWEST_MINORS: { asOf: string; minors: Readonly<Record<number, number>> } = {
  asOf: 'November 2026',
  minors: { 15: 20, 16: 16, 17: 12, 18: 6 },
}
