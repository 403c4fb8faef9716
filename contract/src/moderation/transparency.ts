import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf, formText, instant, instantText, secretText, shown } from '../text.ts'

/** The public numbers mask groups that are smaller than this. */
export const SMALLEST_GROUP = 5

export const MASKED_GROUP = 'masked'

/** A count, or null if it is too small to show or would reveal another that is. */
const count = z.nullable(z.number())
const groups = z.array(z.strictObject({ name: shown, count }))
export type Groups = z.infer<typeof groups>
const median = z.nullable(z.number())

export const Transparency = z.strictObject({
  from: instant,
  to: instant,
  reports: z.strictObject({
    received: count,
    byType: groups,
    bySource: groups,
    medianFirstAnswer: median,
    medianResolution: median,
  }),
  decisions: z.strictObject({
    made: count,
    byKind: groups,
    byCategory: groups,
    bySource: groups,
    byAutomation: groups,
    /** Decisions by state: active, or how they ended. `overturned` and `lifted` are reversals. */
    byState: groups,
  }),
  appeals: z.strictObject({ received: count, byAppellant: groups, byOutcome: groups, medianDecision: median }),
})
export type Transparency = z.infer<typeof Transparency>

const date = z.iso.date()
const yesNo = z.enum(['Yes', 'No'])

/**
 * A statement of reasons with the fields of the Commission's transparency database (Article 24(5) DSA). No field can
 * contain anyone's own text.
 */
export const StatementOfReasons = z.strictObject({
  decision_visibility: z.optional(
    z.array(z.enum(['DECISION_VISIBILITY_CONTENT_REMOVED', 'DECISION_VISIBILITY_CONTENT_DEMOTED'])),
  ),
  decision_provision: z.optional(z.literal('DECISION_PROVISION_PARTIAL_SUSPENSION')),
  end_date_service_restriction: z.optional(date),
  decision_account: z.optional(z.enum(['DECISION_ACCOUNT_SUSPENDED', 'DECISION_ACCOUNT_TERMINATED'])),
  end_date_account_restriction: z.optional(date),
  end_date_visibility_restriction: z.optional(date),
  account_type: z.literal('ACCOUNT_TYPE_PRIVATE'),
  decision_ground: z.enum(['DECISION_GROUND_ILLEGAL_CONTENT', 'DECISION_GROUND_INCOMPATIBLE_CONTENT']),
  illegal_content_legal_ground: z.optional(shown),
  illegal_content_explanation: z.optional(shown),
  incompatible_content_ground: z.optional(shown),
  incompatible_content_explanation: z.optional(shown),
  incompatible_content_illegal: z.optional(yesNo),
  category: z.enum([
    'STATEMENT_CATEGORY_CYBER_VIOLENCE',
    'STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS',
    'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH',
    'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
    'STATEMENT_CATEGORY_PROTECTION_OF_MINORS',
    'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
    'STATEMENT_CATEGORY_VIOLENCE',
  ]),
  decision_facts: shown,
  content_type: z
    .array(z.enum(['CONTENT_TYPE_TEXT', 'CONTENT_TYPE_IMAGE', 'CONTENT_TYPE_AUDIO', 'CONTENT_TYPE_OTHER']))
    .check(z.minLength(1)),
  content_type_other: z.optional(shown),
  /** The first day of the decision's month, because the exact day could identify the case and the content. */
  content_date: date,
  application_date: date,
  source_type: z.enum(['SOURCE_ARTICLE_16', 'SOURCE_VOLUNTARY']),
  automated_detection: yesNo,
  automated_decision: z.enum(['AUTOMATED_DECISION_FULLY', 'AUTOMATED_DECISION_NOT_AUTOMATED']),
  puid: formText(/^[0-9a-f]{32}$/, '32 hexadecimal digits.'),
})
export type StatementOfReasons = z.infer<typeof StatementOfReasons>

const period = { from: z.optional(instantText), to: z.optional(instantText) }
const query = z.strictObject(period)
const forDownload = z.strictObject({ ticket: z.optional(secretText), ...period })
const file = (name: string) => ({ 'content-disposition': `attachment; filename="${name}"` })

export const transparency = defineRoutes({
  getTransparency: {
    method: 'GET',
    path: '/admin/transparency',
    access: 'staff:transparency',
    summary:
      'Get numbers of reports, decisions and appeals; groups of fewer than 5 are left out, ' +
      'and who can’t read reports gets halves of years that are over',
    query,
    returns: dataOf({ transparency: Transparency }),
  },
  getPublicTransparency: {
    method: 'GET',
    path: '/transparency',
    access: 'anyone',
    query: z.object({}),
    summary: 'Get the same data for the last complete half-year, if the operator publishes it',
    returns: dataOf({ transparency: Transparency }),
    errors: ['not_found'],
  },
  exportPublicTransparency: {
    method: 'GET',
    path: '/transparency/numbers.csv',
    access: 'anyone',
    query: z.object({}),
    summary: 'Download these numbers as a CSV file, if the operator publishes them',
    returns: { stream: 'text/csv; charset=utf-8', headers: file('transparency.csv') },
    errors: ['not_found'],
  },
  issueTransparencyTicket: {
    method: 'POST',
    path: '/admin/transparency/export-ticket',
    access: 'staff:transparency',
    stepUp: true,
    summary: 'Get a ticket to download one of the files by link, once, within a minute',
    returns: dataOf({ ticket: shown }),
    status: 201,
  },
  exportTransparency: {
    method: 'GET',
    path: '/admin/transparency/numbers.csv',
    access: 'staff:transparency',
    ticket: 'export-transparency',
    starts: true,
    summary: 'Download the numbers as a CSV file',
    query: forDownload,
    returns: { stream: 'text/csv; charset=utf-8', headers: file('transparency.csv') },
  },
  exportStatements: {
    method: 'GET',
    path: '/admin/transparency/statements.csv',
    access: 'staff:transparency',
    ticket: 'export-transparency',
    starts: true,
    summary: 'Download one statement of reasons per restriction as CSV',
    query: forDownload,
    returns: { stream: 'text/csv; charset=utf-8', headers: file('statements.csv') },
  },
  exportStatementsAsJson: {
    method: 'GET',
    path: '/admin/transparency/statements.json',
    access: 'staff:transparency',
    ticket: 'export-transparency',
    starts: true,
    summary: 'Download the same statements as JSON, in the Commission’s field names',
    query: forDownload,
    returns: { stream: 'application/json; charset=utf-8', headers: file('statements.json') },
  },
})
