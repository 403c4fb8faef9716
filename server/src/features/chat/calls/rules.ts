import { KEEP_SECONDS, RINGS_SECONDS } from '@kindred/contract'
import { hours, seconds } from '../../../infra/clock.ts'

type Call = { asked_at: Date; accepted_at: Date | null; alive_at: Date | null }

const RINGS = seconds(RINGS_SECONDS)
const GRACE = seconds(5)
/** The longest time that a call rings. */
export const RINGS_FOR = RINGS + GRACE
const SILENT = seconds(6 * KEEP_SECONDS)

/** The limit keeps anyone from using a relay forever. */
export const LONGEST = hours(2)

const since = (at: Date, now: Date) => now.getTime() - at.getTime()

export const isTooLong = (acceptedAt: Date, now: Date): boolean => since(acceptedAt, now) > LONGEST

export const isStillRinging = ({ asked_at, accepted_at }: Call, now: Date): boolean =>
  accepted_at === null && since(asked_at, now) <= RINGS_FOR

/** Browsers close without ending their call, so a call that neither browser has kept alive lately is over, too. */
export const isOver = (call: Call, now: Date): boolean =>
  call.accepted_at === null
    ? !isStillRinging(call, now)
    : since(call.alive_at ?? call.accepted_at, now) > SILENT || isTooLong(call.accepted_at, now)
