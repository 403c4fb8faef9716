import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  pictures: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'pictures',
      columns: [
        'public_id',
        'name',
        'alt',
        'position',
        'audience',
        'review',
        'size',
        'mime_type',
        'width',
        'height',
        'created_at',
      ],
      without: {
        placeholder: 'A blurred copy of the picture.',
        fingerprint: 'A number made of the picture to find copies by.',
        to_compare: 'Whether a job still has to look for copies.',
        decided: 'Who of the staff decided, in the minute before it takes effect.',
      },
      order: 'position',
    },
    erased: { how: 'delete', files: 'public_id' },
  },
  media_waiting: {
    of: 'owner_id = $1',
    basis: 'contract',
    exported: { withheld: 'Files on their way to the storage. The pictures and recordings are exported.' },
    erased: {
      how: 'change',
      set: { bytes: 'null', size: '0', due_at: "greatest(due_at, now() + interval '30 seconds')" },
      keeps: ['key'],
      why: 'A random name. A job removes what may have reached the bucket under it, and then the row.',
    },
  },
  dropped_files: {
    of: 'account_id = $1',
    basis: 'legitimate interest',
    exported: {
      as: 'withdrawnFiles',
      columns: ['public_id', 'shown', 'spared_until'],
      order: 'spared_until',
    },
    erased: { how: 'delete', files: 'public_id' },
  },
}
