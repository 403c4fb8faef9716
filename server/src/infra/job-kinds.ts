import type { LegalName } from '@kindred/contract'

/** Every job with its data. Jobs have to be idempotent, because a job may run twice. */
export type JobData = {
  'send-mail': { mailId: string }
  'send-proof': { accountId: string; isOwn: boolean }
  'send-reset': { accountId: string; isKnown: boolean }
  'draw-demo': Record<string, never>
  'export-own': { accountId: string; sessionId: string }
  'drop-export': { accountId: string }
  'end-billing': { accountId: string }
  'end-renewal': { accountId: string }
  'end-subscription': { accountId: string }
  'extend-subscription': { accountId: string }
  push: { accountId: string }
  'resume-pushes': Record<string, never>
  'send-digests': Record<string, never>
  batch: { batchId: string }
  'apply-approvals': Record<string, never>
  'advance-decisions': Record<string, never>
  'apply-address-changes': Record<string, never>
  'settle-review': { kind: 'picture' | 'check' | 'voice'; id: string; at: string }
  /** Notifies everyone who was warned about a member that their ban has ended. */
  'correct-warnings': { decisionId: string }
  /** Emails members about new terms, which are in this version of the configuration, from the account after `after`. */
  'announce-terms': { version: number; name: LegalName; from: string; after: string }
  monitor: Record<string, never>
  'sweep-pictures': Record<string, never>
  /** Also ends calls that no one answered. */
  'remind-of-dates': Record<string, never>
  'move-media': Record<string, never>
  'link-accounts': Record<string, never>
  'merge-tallies': Record<string, never>
  'count-choices': Record<string, never>
  'send-postponed-digest': { accountId: string }
  /** Looks again at everyone who hasn't been let in, because the rules have changed. */
  'settle-admissions': Record<string, never>
  /** Lists or hides members whose photos are enough, or too few, because the number needed has changed. */
  'settle-listings': Record<string, never>
  /** Takes retired values off profiles, and returns those that came back. */
  'settle-values': Record<string, never>
  /** Compares a member's own address, name and numbers with the contacts of others, and their contacts with members. */
  'match-contacts': { accountId: string }
  // Every ten minutes.
  'erase-due': Record<string, never>
  'reseal-secrets': Record<string, never>
  'clean-up': Record<string, never>
  'apply-moves': Record<string, never>
  'drop-unattached': Record<string, never>
  'drop-evidence': Record<string, never>
  'sweep-mail': Record<string, never>
  'note-audit-head': Record<string, never>
  'ask-about-dates': Record<string, never>
  // Every hour.
  'admit-waiting': Record<string, never>
  // Every night.
  'update-cell-levels': Record<string, never>
  'decay-exposure': Record<string, never>
  'fit-order': Record<string, never>
  reconcile: Record<string, never>
  'announce-renewals': Record<string, never>
  'send-likes-digest': Record<string, never>
  'alert-searches': Record<string, never>
  'apply-consents': Record<string, never>
  'forget-passes': Record<string, never>
  /** Repairs rows left behind by a crash or plain SQL. */
  repair: Record<string, never>
}
export type JobName = keyof JobData

const TEN_MINUTES = '*/10 * * * *'
const HOURLY = '40 * * * *'
const NIGHTLY = '20 3 * * *'

type Queue = {
  retryLimit: number
  cron?: string
  /** The number of jobs that a worker takes at once. It takes more once the slowest of them is done. */
  atOnce?: number
  /** The number of workers per server, if more than one. A member's jobs use only one of them at a time. */
  workers?: number
}

export const queues: Record<JobName, Queue> = {
  'send-mail': { retryLimit: 12, atOnce: 5 },
  // Anyone can trigger these for anyone, and a flood must not delay others.
  'send-proof': { retryLimit: 3, atOnce: 50 },
  'send-reset': { retryLimit: 3, atOnce: 50 },
  'draw-demo': { retryLimit: 3 },
  'export-own': { retryLimit: 3 },
  'drop-export': { retryLimit: 12 },
  'end-billing': { retryLimit: 12 },
  'end-renewal': { retryLimit: 12 },
  'end-subscription': { retryLimit: 12 },
  'extend-subscription': { retryLimit: 12 },
  push: { retryLimit: 5, atOnce: 2, workers: 5 },
  'resume-pushes': { retryLimit: 1, cron: '* * * * *' },
  'send-digests': { retryLimit: 1, cron: '* * * * *' },
  batch: { retryLimit: 12 },
  'apply-approvals': { retryLimit: 1, cron: '* * * * *' },
  'advance-decisions': { retryLimit: 1, cron: '* * * * *' },
  'apply-address-changes': { retryLimit: 1, cron: '* * * * *' },
  'settle-admissions': { retryLimit: 5 },
  'settle-listings': { retryLimit: 5 },
  'settle-values': { retryLimit: 12 },
  'match-contacts': { retryLimit: 12, atOnce: 5 },
  'settle-review': { retryLimit: 5 },
  'correct-warnings': { retryLimit: 5 },
  'announce-terms': { retryLimit: 12 },
  monitor: { retryLimit: 1, cron: '* * * * *' },
  'merge-tallies': { retryLimit: 1, cron: '* * * * *' },
  'count-choices': { retryLimit: 1, cron: '* * * * *' },
  'send-postponed-digest': { retryLimit: 5 },
  'erase-due': { retryLimit: 1, cron: TEN_MINUTES },
  'reseal-secrets': { retryLimit: 1, cron: TEN_MINUTES },
  'clean-up': { retryLimit: 1, cron: TEN_MINUTES },
  'apply-moves': { retryLimit: 1, cron: TEN_MINUTES },
  'drop-unattached': { retryLimit: 1, cron: TEN_MINUTES },
  'sweep-pictures': { retryLimit: 1, cron: '* * * * *' },
  'move-media': { retryLimit: 1, cron: '* * * * *' },
  'link-accounts': { retryLimit: 1, cron: TEN_MINUTES },
  'drop-evidence': { retryLimit: 1, cron: TEN_MINUTES },
  'sweep-mail': { retryLimit: 1, cron: TEN_MINUTES },
  'note-audit-head': { retryLimit: 1, cron: TEN_MINUTES },
  'ask-about-dates': { retryLimit: 1, cron: TEN_MINUTES },
  'remind-of-dates': { retryLimit: 1, cron: '* * * * *' },
  'admit-waiting': { retryLimit: 1, cron: HOURLY },
  'update-cell-levels': { retryLimit: 5, cron: NIGHTLY },
  'decay-exposure': { retryLimit: 5, cron: NIGHTLY },
  'fit-order': { retryLimit: 1, cron: NIGHTLY },
  reconcile: { retryLimit: 5, cron: NIGHTLY },
  'announce-renewals': { retryLimit: 5, cron: NIGHTLY },
  'send-likes-digest': { retryLimit: 5, cron: NIGHTLY },
  'alert-searches': { retryLimit: 5, cron: NIGHTLY },
  'apply-consents': { retryLimit: 5, cron: NIGHTLY },
  'forget-passes': { retryLimit: 1, cron: NIGHTLY },
  repair: { retryLimit: 1, cron: NIGHTLY },
}
