import * as z from 'zod/mini'
import { NamedPerson } from './report.ts'
import { defineRoutes } from '../route.ts'
import { LookReason } from '../operations/audit.ts'
import { dataOf, id, instant, shown } from '../text.ts'

/** The hours from the ban to its warnings, unless staff hold or advance them. The law allows at most 24. */
export const FRAUD_WARNING_HOURS = 12
/** The hours after the ban when a hold ends automatically. */
export const FRAUD_HOLD_HOURS = 72

export const FraudWarningState = z.enum(['planned', 'held', 'sent', 'canceled'])
export type FraudWarningState = z.infer<typeof FraudWarningState>

/** Two legal standards: warn everyone who received a message, or only those who also replied. */
const ruleSet = z.enum(['received', 'answered'])

export const FraudReader = z.strictObject({ _id: id, name: shown, ruleSet, language: shown })
export type FraudReader = z.infer<typeof FraudReader>

/** The recipients if the warning were sent now: their numbers by standard, and the first few. */
export const FraudReaders = z.strictObject({
  received: z.number(),
  answered: z.number(),
  readers: z.array(FraudReader),
})
export type FraudReaders = z.infer<typeof FraudReaders>

export const FraudNotice = z.strictObject({ language: shown, subject: shown, text: shown })
export type FraudNotice = z.infer<typeof FraudNotice>

export const FraudWarning = z.strictObject({
  version: z.number(),
  state: FraudWarningState,
  subject: NamedPerson,
  dueAt: instant,
  latestAt: instant,
  heldBy: z.nullable(NamedPerson),
  heldAt: z.nullable(instant),
  holdReason: z.nullable(shown),
  finishedAt: z.nullable(instant),
  /** Set after the ban was overturned, once all recipients of the warning have received a correction. */
  correctedAt: z.nullable(instant),
  sent: z.number(),
  log: z.array(
    z.strictObject({
      reader: NamedPerson,
      ruleSet,
      at: instant,
      /** The state of the email, or `none` if there is no address. A failed email is retried for a day. */
      mail: z.enum(['queued', 'sent', 'failed', 'none']),
    }),
  ),
})
export type FraudWarning = z.infer<typeof FraudWarning>

const one = z.strictObject({ id })
const warningAnswer = dataOf({ warning: FraudWarning })

export const fraudWarnings = defineRoutes({
  previewFraudWarning: {
    method: 'GET',
    path: '/admin/users/:id/fraud-warning',
    access: 'staff:decide',
    forReason: true,
    summary: 'Preview who is warned if this user is banned for fraud',
    params: one,
    returns: z.strictObject({ data: FraudReaders }),
    errors: ['conflict'],
  },
  previewFraudNotice: {
    method: 'GET',
    path: '/admin/users/:id/fraud-warning/:readerId',
    access: 'staff:decide',
    forReason: true,
    summary: 'Preview the warning that one of these people gets, exactly as it is sent',
    params: z.strictObject({ id, readerId: id }),
    returns: dataOf({ notice: FraudNotice }),
    errors: ['conflict'],
  },
  getFraudWarning: {
    method: 'GET',
    path: '/admin/decisions/:id/fraud-warning',
    access: 'staff:decide',
    starts: true,
    summary: 'Get the warning that follows from a ban for fraud, with its delivery log',
    params: one,
    returns: warningAnswer,
    errors: ['conflict'],
  },
  holdFraudWarning: {
    method: 'POST',
    path: '/admin/decisions/:id/fraud-warning/hold',
    access: 'staff:decide',
    stepUp: true,
    summary: `Hold a warning for a reason. The hold ends by itself ${FRAUD_HOLD_HOURS} hours after the ban`,
    params: one,
    body: z.strictObject({ reason: LookReason }),
    returns: warningAnswer,
    errors: ['conflict'],
  },
  releaseFraudWarning: {
    method: 'POST',
    path: '/admin/decisions/:id/fraud-warning/release',
    access: 'staff:decide',
    stepUp: true,
    summary: 'Release a warning that is held or planned, so that it is sent now',
    params: one,
    returns: warningAnswer,
    errors: ['conflict'],
  },
})
