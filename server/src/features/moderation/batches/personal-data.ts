import type { PersonalData } from '../../../infra/personal-data.ts'

const UNDO_DATA = 'Ids, and states of accounts, so that a bulk action can be undone; removed thirty days after it.'

export const personalData: PersonalData = {
  batches: {
    of: 'made_by = $1',
    basis: 'legitimate interest',
    exported: { withheld: 'What staff did.' },
    erased: { how: 'keep', keeps: ['action', 'reason', 'refused', 'failed', 'about'], why: UNDO_DATA },
  },
  batch_items: {
    of: 'subject_id = $1',
    basis: 'legitimate interest',
    exported: { withheld: 'The outcome is in `decisions`.' },
    erased: { how: 'keep', keeps: ['outcome', 'before'], why: UNDO_DATA },
  },
}
