// A part that leaves the configuration is retired, and kept until its answers are erased.

type Retirable = { retiredAt?: string | undefined }

const UNDO_DAYS = 30

// The contract’s own is in modules with schemas, which the browser gets without their functions (web/plugins.ts).
export const isLive = ({ retiredAt }: Retirable): boolean => retiredAt === undefined

export const retired = <Part extends Retirable>(part: Part): Part =>
  isLive(part) ? { ...part, retiredAt: new Date().toISOString() } : part

export function erasedOn(retiredAt = ''): string {
  const day = new Date(retiredAt)
  day.setDate(day.getDate() + UNDO_DAYS)
  return day.toISOString()
}
