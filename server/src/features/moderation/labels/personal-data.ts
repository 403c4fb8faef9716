import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  labels: { impersonal: 'Words of the team, such as “repeat reporter”.' },
  account_labels: {
    of: 'account_id = $1',
    basis: 'legitimate interest',
    exported: { withheld: 'How staff sort their work, as in their internal notes.' },
    erased: { how: 'delete' },
  },
  report_labels: {
    of: 'report_id in (select id from reports where $1 in (reporter_id, about_id))',
    basis: 'legitimate interest',
    exported: { withheld: 'How staff sort their work, as in their internal notes.' },
    erased: { how: 'keep', keeps: [], why: 'They belong to the report, with which they are deleted.' },
  },
}
