import {
  type NotificationKind,
  type NotificationSettings,
  message,
  type MessageDescriptor,
  type Text,
  type Values,
} from '@kindred/contract'
import { days, hours, minutes } from '../../../infra/clock.ts'
import { nameOutside } from '../../../infra/names.ts'
import { hourIn } from '../../../infra/zones.ts'

type KindSetting = NotificationSettings['kinds'][NotificationKind]
export type KindSettings = { [kind in NotificationKind]?: KindSetting | undefined }
/** The settings that the member changed; the others have their defaults. */
export type StoredSettings = { kinds?: KindSettings; quiet?: NotificationSettings['quiet'] }

const defaults: NotificationSettings['kinds'] = {
  match: { mail: 'now', push: true },
  like: { mail: 'off', push: false },
  message: { mail: 'daily', push: true },
  superlike: { mail: 'now', push: true },
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
  report: setting('report'),
  decision: setting('decision'),
  subscription: setting('subscription'),
  security: setting('security'),
})

export const toSettings = ({ kinds, quiet }: StoredSettings): NotificationSettings => ({
  kinds: toKinds((kind) => kinds?.[kind] ?? defaults[kind]),
  quiet: quiet ?? null,
})

/** Quiet hours may span midnight. */
export function isQuiet(quiet: NotificationSettings['quiet'], zone: string, now: Date): boolean {
  if (!quiet || quiet.from === quiet.to) return false
  const hour = hourIn(zone, now)
  return quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to
}

export const quietUntil = (quiet: NotificationSettings['quiet'], zone: string, now: Date): Date | null =>
  quiet && isQuiet(quiet, zone, now) ? nextHour(zone, quiet.to, now) : null

const QUARTER = minutes(15)

/** The next start of an hour of the day. A clock change may skip it on one day. */
export function nextHour(zone: string, hour: number, now: Date): Date {
  const begin = Math.floor(now.getTime() / QUARTER) * QUARTER
  // The offsets of all time zones are multiples of a quarter of an hour.
  for (let at = begin + QUARTER; at <= begin + hours(50); at += QUARTER)
    if (hourIn(zone, new Date(at)) === hour && hourIn(zone, new Date(at - QUARTER)) !== hour) return new Date(at)
  return new Date(begin + days(1))
}

const DIGEST_HOUR = 9

/** A notification may be postponed until the daily digest or the end of quiet hours. */
export function whenToMail(
  kind: NotificationKind,
  { kinds, quiet }: NotificationSettings,
  zone: string,
  now: Date,
): Date | 'now' | 'never' {
  const { mail } = kinds[kind]
  if (mail === 'off') return 'never'
  if (mail === 'daily' && hourIn(zone, now) !== DIGEST_HOUR) return nextHour(zone, DIGEST_HOUR, now)
  return quietUntil(quiet, zone, now) ?? 'now'
}

export type NotificationDetails = {
  name?: string
  matchId?: string
  text?: string
  values?: Values
  link?: string
  /** The count is a bucket: there may be more. */
  atLeast?: boolean
}
type Described = { text: Text; link: string }

export function describeNotification(
  kind: NotificationKind,
  {
    name: known,
    matchId,
    text: said,
    values,
    link,
    atLeast,
  }: Omit<NotificationDetails, 'name'> & { name?: string | MessageDescriptor },
  count: number,
): Described {
  const name = known ?? message('Someone')
  const text = said && values ? { text: said, values } : said
  const chat = `/chat/${matchId}`
  const descriptions: Record<NotificationKind, () => Described> = {
    match: () => ({ text: message('You and {name} matched', { name }), link: chat }),
    like: () => ({
      text: atLeast
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
    superlike: () => ({ text: message('{name} sent you a super like', { name }), link: '/likes' }),
    report: () => ({ text: text ?? message('We replied to your report'), link: link ?? '/support' }),
    decision: () => ({ text: text ?? message('We made a decision about your account'), link: link ?? '/support' }),
    subscription: () => ({ text: text ?? message('Your subscription changed'), link: link ?? '/premium' }),
    security: () => ({ text: text ?? message('Your account changed'), link: link ?? '/settings' }),
  }
  return descriptions[kind]()
}

/** Shortens names that members chose to what is safe to show in emails and pushes. */
export const describeOutside = (kind: NotificationKind, details: NotificationDetails, count: number) =>
  describeNotification(kind, details.name ? { ...details, name: nameOutside(details.name) } : details, count)
