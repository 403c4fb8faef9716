import { notificationKinds, type NotificationKind, type NotificationSettings } from '@kindred/contract'
import { hourIn } from '../../../infra/zones.ts'

/** What is told how, until somebody says otherwise. */
const usual: NotificationSettings['kinds'] = {
  match: { mail: 'now', push: true },
  like: { mail: 'off', push: false },
  message: { mail: 'daily', push: true },
  superlike: { mail: 'now', push: true },
  report: { mail: 'now', push: true },
  decision: { mail: 'off', push: true },
  subscription: { mail: 'off', push: false },
  security: { mail: 'off', push: true },
}

type Kept = { kinds?: Partial<NotificationSettings['kinds']>; quiet?: NotificationSettings['quiet'] }

export const settingsFrom = (kept: Kept): NotificationSettings => ({
  kinds: Object.fromEntries(
    notificationKinds.map((kind) => [kind, kept.kinds?.[kind] ?? usual[kind]]),
  ) as NotificationSettings['kinds'],
  quiet: kept.quiet ?? null,
})

/** Quiet hours may go over midnight. */
export function isQuiet(quiet: NotificationSettings['quiet'], zone: string, now: Date): boolean {
  if (!quiet || quiet.from === quiet.to) return false
  const hour = hourIn(zone, now)
  return quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to
}

const QUARTER = 900_000

/** When this hour begins there next: on a day that leaves it out, not at all. */
export function nextHour(zone: string, hour: number, now: Date): Date {
  const begin = Math.floor(now.getTime() / QUARTER) * QUARTER
  // Zones differ by quarters of an hour.
  for (let quarter = 1; quarter <= 200; quarter++) {
    const [before, at] = [new Date(begin + (quarter - 1) * QUARTER), new Date(begin + quarter * QUARTER)]
    if (hourIn(zone, at) === hour && hourIn(zone, before) !== hour) return at
  }
  return new Date(begin + 96 * QUARTER)
}

export const DIGEST_HOUR = 9

type Details = { name?: string; matchId?: string; text?: string; link?: string }

/** What happened, in words, and where it leads. */
export function inWords(kind: NotificationKind, { name = 'Somebody', matchId, text, link }: Details, count: number) {
  const chat = `/chat/${matchId}`
  const words: Record<NotificationKind, [text: string, link: string]> = {
    match: [`You and ${name} like each other.`, chat],
    like: [count === 1 ? 'Someone likes you.' : `${count} people like you.`, '/likes'],
    message: text
      ? [text, link ?? '/matches']
      : [count === 1 ? `A new message from ${name}.` : `${count} new messages from ${name}.`, chat],
    superlike: [`${name} sent you a super like.`, '/likes'],
    report: [text ?? 'Your report was answered.', link ?? '/support'],
    decision: [text ?? 'There is a decision about your account.', link ?? '/support'],
    subscription: [text ?? 'Something about your subscription changed.', link ?? '/premium'],
    security: [text ?? 'Something about your account changed.', link ?? '/settings'],
  }
  const [said, leads] = words[kind]
  return { text: said, link: leads }
}
