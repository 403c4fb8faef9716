import * as z from 'zod/mini'
import { NamedUser } from '../named-user.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, instantText, plainText, reasonText, shown, wholeNumber } from '../text.ts'

/** All fields that an entry's details can contain. The back office has a name for each. */
export type AuditField =
  | 'about'
  | 'action'
  | 'actor'
  | 'added'
  | 'address'
  | 'admission'
  | 'after'
  | 'age'
  | 'amount'
  | 'annual'
  | 'appeal'
  | 'approval'
  | 'automaticTax'
  | 'batch'
  | 'before'
  | 'bio'
  | 'brand'
  | 'category'
  | 'changed'
  | 'city'
  | 'complete'
  | 'corrected'
  | 'country'
  | 'created'
  | 'currency'
  | 'dateOfBirth'
  | 'days'
  | 'decision'
  | 'decision_id'
  | 'decisions'
  | 'device'
  | 'distance'
  | 'due'
  | 'effects'
  | 'email'
  | 'enabled'
  | 'exposure'
  | 'failed'
  | 'filters'
  | 'firstName'
  | 'fraud'
  | 'from'
  | 'gender'
  | 'head'
  | 'interests'
  | 'invitation'
  | 'invoice'
  | 'isAdmin'
  | 'job'
  | 'joined'
  | 'kind'
  | 'lastName'
  | 'limit'
  | 'link'
  | 'listed'
  | 'lists'
  | 'location'
  | 'look'
  | 'monthly'
  | 'months'
  | 'nudge'
  | 'open'
  | 'other'
  | 'outcomes'
  | 'passkeyId'
  | 'passkeys'
  | 'people'
  | 'picture'
  | 'pinned'
  | 'prices'
  | 'priority'
  | 'problem'
  | 'problem_type'
  | 'provider'
  | 'quarterly'
  | 'read'
  | 'reader'
  | 'reason'
  | 'region'
  | 'report'
  | 'report_id'
  | 'reporter'
  | 'role'
  | 'rows'
  | 'rule'
  | 'same'
  | 'samePerson'
  | 'search'
  | 'sessions'
  | 'slow'
  | 'status'
  | 'subject'
  | 'supportEmail'
  | 'timeZone'
  | 'to'
  | 'trialDays'
  | 'type'
  | 'until'
  | 'version'
  | 'voice'
  | 'weight'
  | 'what'
  | 'why'
  | 'yourTurnLimit'

/** The reason for opening private data, from the X-Reason header or a body. */
export const LookReason = reasonText(3, 1000)

export const AuditEntry = z.strictObject({
  _id: id,
  at: instant,
  actor: z.strictObject({ _id: z.nullable(id), name: shown, kind: shown }),
  action: shown,
  subject: z.nullable(z.strictObject({ _id: id, name: z.nullable(shown) })),
  reason: z.nullable(shown),
  /** The changed fields. Their names are kept when the details are erased. */
  fields: z.array(shown),
  details: z.record(shown, z.unknown()),
  /** True if the reason and details were erased along with the account that they were about. */
  erased: z.boolean(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const auditFilters = {
  actor: z.optional(id),
  subject: z.optional(id),
  action: z.optional(plainText(80)),
  from: z.optional(instantText),
  to: z.optional(instantText),
}

export const auditing = defineRoutes({
  listAudit: {
    method: 'GET',
    path: '/admin/audit',
    access: 'staff:audit',
    starts: true,
    summary: 'List the audit log, newest first',
    query: z.strictObject({
      ...auditFilters,
      before: z.optional(id),
      limit: z._default(wholeNumber(1, 100), 50),
    }),
    returns: dataOf({ entries: z.array(AuditEntry), nextBefore: z.nullable(id) }),
  },
  getChecks: {
    method: 'GET',
    path: '/admin/checks',
    access: 'staff:system',
    summary: 'Check the installation and list what an operator has to fix',
    returns: dataOf({ checks: z.array(z.strictObject({ name: shown, passed: z.boolean(), message: shown })) }),
  },
  getAuditChoices: {
    method: 'GET',
    path: '/admin/audit/choices',
    access: 'staff:audit',
    summary: 'List the people and actions that the audit log can be filtered by',
    returns: dataOf({
      actors: z.array(NamedUser),
      actions: z.array(shown),
    }),
  },
})
