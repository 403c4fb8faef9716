import {
  type NotificationKind,
  type NotificationSettings,
  message,
  type MessageDescriptor,
  type Text,
  type Values,
} from '@kindred/contract'
import { nameOutside } from '../../../infra/names.ts'
import { hourIn, nextHour } from '../../../infra/zones.ts'

type KindSetting = NotificationSettings['kinds'][NotificationKind]
export type KindSettings = { [kind in NotificationKind]?: KindSetting | undefined }
/** The settings that the member changed; the others have their defaults. */
export type StoredSettings = { kinds?: KindSettings; quiet?: NotificationSettings['quiet'] }
type Stored = StoredSettings & { handfulHour: number | null }

const defaults: NotificationSettings['kinds'] = {
  match: { mail: 'now', push: true },
  like: { mail: 'off', push: false },
  message: { mail: 'daily', push: true },
  superlike: { mail: 'now', push: true },
  search: { mail: 'daily', push: false },
  report: { mail: 'now', push: true },
  decision: { mail: 'off', push: true },
  subscription: { mail: 'off', push: false },
  security: { mail: 'off', push: true },
}

export const toKinds = (setting: (kind: NotificationKind) => KindSetting): NotificationSettings['kinds'] => ({
  match: setting('match'),
  like: setting('like'),
  message: setting('message'),
  superlike: setting('superlike'),
  search: setting('search'),
  report: setting('report'),
  decision: setting('decision'),
  subscription: setting('subscription'),
  security: setting('security'),
})

export const toSettings = ({ kinds, quiet, handfulHour }: Stored): NotificationSettings => ({
  kinds: toKinds((kind) => kinds?.[kind] ?? defaults[kind]),
  quiet: quiet ?? null,
  ...(handfulHour === null ? {} : { handfulHour }),
})

type Quiet = NotificationSettings['quiet']

/** Quiet hours may span midnight. */
function isWithin(quiet: Quiet, hour: number): quiet is NonNullable<Quiet> {
  if (!quiet || quiet.from === quiet.to) return false
  return quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to
}

export const isQuiet = (quiet: Quiet, zone: string, now: Date): boolean => isWithin(quiet, hourIn(zone, now))

const quietUntil = (quiet: Quiet, zone: string, now: Date): Date | null =>
  quiet && isQuiet(quiet, zone, now) ? nextHour(zone, quiet.to, now) : null

/** What happens once a day is told at one hour, or right after quiet hours that include it. */
function hourUntil(hour: number, quiet: Quiet, zone: string, now: Date): Date | null {
  const at = isWithin(quiet, hour) ? quiet.to : hour
  return hourIn(zone, now) === at ? null : nextHour(zone, at, now)
}

const DIGEST_HOUR = 9

/** In quiet mode, news of these kinds waits for the hour of the day's people. Messages don't wait. */
const waiting: readonly NotificationKind[] = ['match', 'like', 'superlike']

const handfulUntil = (
  kind: NotificationKind,
  { quiet, handfulHour }: NotificationSettings,
  zone: string,
  now: Date,
): Date | null =>
  handfulHour !== undefined && waiting.includes(kind) ? hourUntil(handfulHour, quiet, zone, now) : null

/** A push may be postponed until the end of quiet hours, or in quiet mode until its hour. */
export const pushUntil = (
  kind: NotificationKind,
  settings: NotificationSettings,
  zone: string,
  now: Date,
): Date | null => handfulUntil(kind, settings, zone, now) ?? quietUntil(settings.quiet, zone, now)

/** A notification may be postponed until the daily digest, the hour of quiet mode or the end of quiet hours. */
export function whenToMail(
  kind: NotificationKind,
  settings: NotificationSettings,
  zone: string,
  now: Date,
): Date | 'now' | 'never' {
  const { kinds, quiet, handfulHour } = settings
  const { mail } = kinds[kind]
  if (mail === 'off') return 'never'
  const isDaily = mail === 'daily' && !(handfulHour !== undefined && waiting.includes(kind))
  const daily = isDaily ? hourUntil(DIGEST_HOUR, quiet, zone, now) : null
  return daily ?? pushUntil(kind, settings, zone, now) ?? 'now'
}

export type NotificationDetails = {
  name?: string
  matchId?: string
  text?: string
  values?: Values
  link?: string
  /** The count is a bucket: there may be more. */
  atLeast?: boolean
  /** The match is one of friends. */
  asFriends?: boolean
}
type Described = { text: Text; link: string }

/** In quiet mode, nothing is counted. */
export function describeNotification(
  kind: NotificationKind,
  {
    name: known,
    matchId,
    text: said,
    values,
    link,
    atLeast,
    asFriends,
  }: Omit<NotificationDetails, 'name'> & { name?: string | MessageDescriptor },
  counted: number,
  isQuiet = false,
): Described {
  const count = isQuiet ? 1 : counted
  const name = known ?? message('Someone')
  const text = said && values ? { text: said, values } : said
  const chat = `/chat/${matchId}`
  const descriptions: Record<NotificationKind, () => Described> = {
    match: () => ({
      text: asFriends
        ? message('You and {name} matched as friends', { name })
        : message('You and {name} matched', { name }),
      link: chat,
    }),
    like: () => ({
      text: isQuiet
        ? message('New likes')
        : atLeast
          ? message('{count}+ people like you', { count })
          : // Some of them may have matched by now, so the text describes the event rather than a current number.
            message('{count, plural, =1 {New like} other {# new likes}}', { count }),
      link: '/likes',
    }),
    message: () =>
      text
        ? { text, link: link ?? '/matches' }
        : {
            text: message('{count, plural, =1 {New message} other {# new messages}} from {name}', {
              count,
              name,
            }),
            link: chat,
          },
    superlike: () => ({ text: message('{name} sent you a super like', { name }), link: matchId ? chat : '/likes' }),
    search: () => ({
      text: known
        ? message('{people, plural, one {# new person matches} other {# new people match}} “{name}”', {
            ...values,
            name,
          })
        : message('{people, plural, one {# new person matches} other {# new people match}} your saved searches', {
            ...values,
          }),
      link: link ?? '/search',
    }),
    report: () => ({ text: text ?? message('We replied to your report'), link: link ?? '/support' }),
    decision: () => ({ text: text ?? message('We made a decision about your account'), link: link ?? '/support' }),
    subscription: () => ({ text: text ?? message('Your subscription changed'), link: link ?? '/premium' }),
    security: () => ({ text: text ?? message('Your account changed'), link: link ?? '/settings' }),
  }
  return descriptions[kind]()
}

/** Shortens names that members chose to what is safe to show in emails and pushes. */
export const describeOutside = (
  kind: NotificationKind,
  details: NotificationDetails,
  count: number,
  isQuiet: boolean,
) =>
  describeNotification(kind, details.name ? { ...details, name: nameOutside(details.name) } : details, count, isQuiet)

export const isInQuietMode = ({ handful_hour }: { handful_hour: number | null }): boolean => handful_hour !== null
