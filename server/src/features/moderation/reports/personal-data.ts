import type { PersonalData } from '../../../infra/personal-data.ts'

const EVIDENCE =
  'Evidence and decisions are kept for a year after a report is closed; then the whole report is removed.'

export const personalData: PersonalData = {
  reports: {
    of: '$1 in (reporter_id, about_id)',
    basis: 'legal obligation',
    named: ['assignee_id'],
    exported: {
      as: 'reports',
      // Reports about a person aren't exported to them.
      where: 'reporter_id = $1',
      columns: ['id', 'problem_type', 'detail', 'description', 'status', 'created_at', 'updated_at', 'closed_at'],
      without: {
        about_id: 'Someone else.',
        named_at: 'When their name was last seen.',
        message_id: 'An id.',
        public_id: "Someone else's picture.",
        evidence: "Someone else's words.",
        detection: 'Only reports by rules have it, and those have no reporter.',
        priority: 'How staff work on it.',
        priority_rank: 'How staff work on it.',
        priority_parts: 'How staff work on it.',
        reply_count: 'Counts `replies`.',
        first_answer_at: 'How staff work on it.',
        first_due_at: 'How staff work on it.',
        next_due_at: 'How staff work on it.',
        resolve_due_at: 'How staff work on it.',
        due_at: 'How staff work on it.',
        lessens_since: 'Only reports by rules have it.',
        clocks_from: 'How staff work on it.',
        version: 'Counts changes, so that two of them do not cross.',
        assignee_id: 'Who of the staff it is.',
        lease_until: 'How staff work on it.',
      },
      order: 'created_at',
    },
    erased: {
      how: 'keep',
      keeps: [
        'public_id',
        'evidence',
        'detection',
        'problem_type',
        'detail',
        'description',
        'priority',
        'priority_parts',
        'status',
      ],
      why: EVIDENCE,
    },
  },
  report_replies: {
    of: 'author_id = $1',
    basis: 'legal obligation',
    exported: {
      as: 'replies',
      // Includes staff replies, because they were written to this person, but not internal notes.
      where: 'not is_internal and report_id in (select id from reports where reporter_id = $1)',
      columns: ['report_id', 'message', 'at', 'by_staff'],
      without: { author_id: 'Who of the staff it was.', is_internal: 'False for all of these.' },
      order: 'id',
    },
    erased: { how: 'keep', keeps: ['message'], why: EVIDENCE },
  },
  report_mentions: {
    of: 'account_id = $1',
    basis: 'legitimate interest',
    exported: { withheld: 'How staff worked on reports.' },
    erased: { how: 'delete' },
  },
  report_history: {
    of: 'actor_id = $1',
    basis: 'legal obligation',
    exported: { withheld: 'How staff worked on reports.' },
    erased: { how: 'keep', keeps: ['what', 'before', 'after', 'reason'], why: EVIDENCE },
  },
  report_presence: {
    of: 'account_id = $1',
    basis: 'legitimate interest',
    exported: { withheld: 'Which report an administrator has open, for seconds.' },
    erased: { how: 'delete' },
  },
}
