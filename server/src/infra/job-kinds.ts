// Which jobs there are, with their data, retries and times.

/** Every job with its data. A job may run twice, so it has to be idempotent. */
export type JobData = {
  'send-mail': { mailId: string }
  'send-proof': { accountId: string }
  'send-reset': { accountId: string }
  'draw-demo': Record<string, never>
  'export-own': { accountId: string; sessionId: string }
  /** Deletes the file of an export that has expired. */
  'drop-export': { accountId: string }
  /** Removes an erased member from the payment gateway. */
  'end-billing': { accountId: string }
  /** Stops renewals of an account that is being deleted. */
  'end-renewal': { accountId: string }
  /** Ends the subscription of a member whom staff removed. */
  'end-subscription': { accountId: string }
  /** Extends a subscription at the payment gateway to the day that our books have. */
  'extend-subscription': { accountId: string }
  push: { accountId: string }
  'resume-pushes': Record<string, never>
  'send-digests': Record<string, never>
  batch: { batchId: string }
  'resume-batches': Record<string, never>
  'apply-approvals': Record<string, never>
  'advance-decisions': Record<string, never>
  /** Applies new addresses by staff to which nobody objected. */
  'apply-address-changes': Record<string, never>
  /** Makes a decision of this moment about a photo or a voice answer take effect, unless it was undone. */
  'settle-review': { kind: 'picture' | 'check' | 'voice'; id: string; at: string }
  /** Tells everyone who was warned about someone that their ban has ended. */
  'correct-warnings': { decisionId: string }
  /** Applies the monitoring rules to what is new. */
  monitor: Record<string, never>
  /** Finds new pictures that other accounts already use. */
  'sweep-pictures': Record<string, never>
  /** Puts files into the bucket that waited while it failed. */
  'move-media': Record<string, never>
  'link-accounts': Record<string, never>
  'merge-tallies': Record<string, never>
  /** Counts the latest choices in the order of decks. */
  'count-choices': Record<string, never>
  /** Retries one account that failed in `send-digests`. */
  'send-postponed-digest': { accountId: string }
  // Every ten minutes.
  'erase-due': Record<string, never>
  'reseal-secrets': Record<string, never>
  'clean-up': Record<string, never>
  'apply-moves': Record<string, never>
  'drop-unattached': Record<string, never>
  /** Fingerprints pictures from before there were fingerprints. */
  'drop-evidence': Record<string, never>
  'sweep-mail': Record<string, never>
  'note-audit-head': Record<string, never>
  'ask-about-dates': Record<string, never>
  'remind-of-dates': Record<string, never>
  // Every night.
  'update-cell-levels': Record<string, never>
  'fade-exposure': Record<string, never>
  'fit-order': Record<string, never>
  reconcile: Record<string, never>
  'announce-renewals': Record<string, never>
  'send-likes-digest': Record<string, never>
  /** Erases what the consent was withdrawn for. */
  'apply-consents': Record<string, never>
  /** Deletes passes that are older than a year. */
  'forget-passes': Record<string, never>
  /** Mends what a crash or plain SQL left on one side only. */
  mend: Record<string, never>
}
export type JobName = keyof JobData

const TEN_MINUTES = '*/10 * * * *'
const NIGHTLY = '20 3 * * *'

type Queue = {
  retryLimit: number
  cron?: string
  /** How many jobs a worker takes at once. It takes more after the slowest of them. */
  atOnce?: number
  /** How many workers a server has, if more than one. A member's jobs keep only one of them waiting. */
  workers?: number
}

/** Each queue's retries, its schedule and its workers. */
export const queues: Record<JobName, Queue> = {
  'send-mail': { retryLimit: 12, atOnce: 5 },
  // Anyone can ask for these for anyone: a flood must not keep others waiting.
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
  batch: { retryLimit: 3 },
  'resume-batches': { retryLimit: 1, cron: '* * * * *' },
  'apply-approvals': { retryLimit: 1, cron: '* * * * *' },
  'advance-decisions': { retryLimit: 1, cron: '* * * * *' },
  'apply-address-changes': { retryLimit: 1, cron: '* * * * *' },
  'settle-review': { retryLimit: 5 },
  'correct-warnings': { retryLimit: 5 },
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
  'remind-of-dates': { retryLimit: 1, cron: TEN_MINUTES },
  'update-cell-levels': { retryLimit: 5, cron: NIGHTLY },
  'fade-exposure': { retryLimit: 5, cron: NIGHTLY },
  'fit-order': { retryLimit: 1, cron: NIGHTLY },
  reconcile: { retryLimit: 5, cron: NIGHTLY },
  'announce-renewals': { retryLimit: 5, cron: NIGHTLY },
  'send-likes-digest': { retryLimit: 5, cron: NIGHTLY },
  'apply-consents': { retryLimit: 5, cron: NIGHTLY },
  'forget-passes': { retryLimit: 1, cron: NIGHTLY },
  mend: { retryLimit: 1, cron: NIGHTLY },
}
