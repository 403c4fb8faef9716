import type { PersonalData } from '../../../infra/personal-data.ts'

const WHY = 'Decisions and their reasons are kept for a year after they end, so that they can be appealed and traced.'

export const personalData: PersonalData = {
  decisions: {
    of: 'subject_id = $1',
    basis: 'legal obligation',
    named: ['decided_by', 'ended_by'],
    exported: {
      as: 'statementsOfReasons',
      columns: [
        'kind',
        'state',
        'source',
        'is_detected',
        'rule',
        'rule_title',
        'facts',
        'days',
        'until',
        'in_force_at',
        'ended_at',
      ],
      without: {
        id: 'An id.',
        version: 'Counts changes, so that two of them do not overwrite each other.',
        subject_id: 'The person.',
        report_id: "Someone else's report.",
        category: 'How staff count it.',
        hidden: 'What was taken off the profile; it comes back if the decision ends.',
        is_fraud: 'How staff work on it.',
        is_automated: 'How staff work on it.',
        subscription: 'Exported with `subscriptions`.',
        decided_by: 'Who of the staff it was.',
        created_at: 'When staff began to work on it.',
        strike_until: 'How staff work on it.',
        settled_at: 'When the email went out; `mails` has it.',
        mail_id: 'An id.',
        premium_until: 'Exported with `subscriptions`.',
        ended_by: 'Who of the staff it was.',
        end_reason: 'A note of the staff.',
      },
      where: "subject_id = $1 and state not in ('waiting', 'declined')",
      order: 'created_at',
    },
    erased: {
      how: 'change',
      set: { hidden: "'{}'" },
      keeps: ['kind', 'state', 'source', 'rule_title', 'category', 'facts', 'subscription', 'end_reason'],
      why: WHY,
    },
  },
  decision_reports: { impersonal: 'Which reports a decision closed, as ids and states.' },
}
