import { StatementOfReasons, type Violation } from '@kindred/contract'
import { createHash } from 'node:crypto'
import type { StatedRow } from './statements.sql.ts'

// A decision as a statement for the Commission's database. Text by staff and members never becomes part of it.

const categories: Record<Violation, StatementOfReasons['category']> = {
  harassment: 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
  hate: 'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH',
  threats: 'STATEMENT_CATEGORY_VIOLENCE',
  sexual: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  intimate_image: 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
  minor: 'STATEMENT_CATEGORY_PROTECTION_OF_MINORS',
  scam: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  fake_profile: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  spam: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  privacy: 'STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS',
  illegal: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  other: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
}

const done: Record<StatedRow['kind'], string> = {
  hide: 'Content was removed from a member’s profile',
  demote: 'A member’s profile was shown less in recommendations',
  limit: 'A member could send no messages and was left out of recommendations for a time',
  suspend: 'A member’s account was suspended for a time',
  deactivate: 'A member’s account was deactivated',
  ban: 'A member’s account was terminated',
}

const doneBy = ({ kind, is_message }: StatedRow) => (is_message ? 'A member’s message was removed' : done[kind])

const day = (date: Date): string => date.toISOString().slice(0, 10)

/** Statements name the first day of the month, because the exact day could identify the case. */
const monthOf = (date: Date): Date => new Date(`${date.toISOString().slice(0, 7)}-01`)

/** The end is as long after the named day as it is after the real one. */
const endOf = (until: Date, start: Date): string =>
  day(new Date(monthOf(start).getTime() + until.getTime() - start.getTime()))

function restrictionOf({ kind, until, in_force_at }: StatedRow) {
  if (kind === 'hide') return { decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'] }
  if (kind === 'demote')
    return {
      decision_visibility: ['DECISION_VISIBILITY_CONTENT_DEMOTED'],
      ...(until ? { end_date_visibility_restriction: endOf(until, in_force_at) } : {}),
    }
  if (kind === 'limit')
    return {
      decision_provision: 'DECISION_PROVISION_PARTIAL_SUSPENSION',
      ...(until ? { end_date_service_restriction: endOf(until, in_force_at) } : {}),
    }
  return {
    decision_account: kind === 'ban' ? 'DECISION_ACCOUNT_TERMINATED' : 'DECISION_ACCOUNT_SUSPENDED',
    ...(until ? { end_date_account_restriction: endOf(until, in_force_at) } : {}),
  }
}

function groundOf({ category }: StatedRow) {
  const words = category.replaceAll('_', ' ')
  return category === 'illegal'
    ? {
        decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
        illegal_content_legal_ground: 'The law of the member’s country',
        illegal_content_explanation: 'The content is against the law.',
      }
    : {
        decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
        incompatible_content_ground: 'Community rules and terms of use',
        incompatible_content_explanation: `The community rules don’t allow this (${words}).`,
        incompatible_content_illegal: 'No',
      }
}

function contentOf({ kind, has_text, has_pictures, has_sound, is_message }: StatedRow) {
  if (kind !== 'hide') return { content_type: ['CONTENT_TYPE_OTHER'], content_type_other: 'Account' }
  const types = [
    ...(has_text ? ['CONTENT_TYPE_TEXT'] : []),
    ...(has_pictures ? ['CONTENT_TYPE_IMAGE'] : []),
    ...(has_sound ? ['CONTENT_TYPE_AUDIO'] : []),
  ]
  // The message and its author may have been deleted since.
  return types.length > 0
    ? { content_type: types }
    : { content_type: ['CONTENT_TYPE_OTHER'], content_type_other: is_message ? 'Message' : 'Profile' }
}

/** The schema refuses unknown fields, so that no other field is ever exported. */
export const toStatement = (row: StatedRow): StatementOfReasons =>
  StatementOfReasons.parse({
    ...restrictionOf(row),
    account_type: 'ACCOUNT_TYPE_PRIVATE',
    ...groundOf(row),
    category: categories[row.category],
    decision_facts: `${doneBy(row)}, ${row.source === 'report' ? 'after a report' : 'on our own initiative'}.`,
    ...contentOf(row),
    content_date: day(monthOf(row.in_force_at)),
    application_date: day(monthOf(row.in_force_at)),
    source_type: row.source === 'report' ? 'SOURCE_ARTICLE_16' : 'SOURCE_VOLUNTARY',
    automated_detection: row.is_detected || row.is_automated ? 'Yes' : 'No',
    automated_decision: row.is_automated ? 'AUTOMATED_DECISION_FULLY' : 'AUTOMATED_DECISION_NOT_AUTOMATED',
    // Distinguishes statements, and can't be traced to an account.
    puid: createHash('sha256').update(`statement ${row.id}`).digest('hex').slice(0, 32),
  })
