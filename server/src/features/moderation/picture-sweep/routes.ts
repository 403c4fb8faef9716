import { ApiError, type pictureSweep } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { decideDuplicatePhoto, listWatchlistPhotos, listDuplicatePhotos } from './picture-sweep.ts'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { deleteListed, insertListed } from './queries.ts'
import { fromHex } from './rules.ts'

type Input = { fingerprints: readonly string[]; note: string }

/** The next sweep compares existing pictures with the new entries. */
const addWatchlistPhotos = (context: Deps, { account }: Viewer, { fingerprints, note }: Input): Promise<number> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const entries = fingerprints.map((hex) => ({ fingerprint: fromHex(hex), note }))
    const added = await insertListed(work.tx, entries, { by: account.id, at: work.now })
    await audit(work, { action: 'listed-pictures.added', reason: note, details: { added } })
    return added
  })

const removeWatchlistPhoto = (context: Deps, { account }: Viewer, id: string): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    if (!(await deleteListed(work.tx, id))) throw new ApiError('not_found', 'We couldn’t find this entry.')
    await audit(work, { action: 'listed-pictures.removed', details: { listed: id } })
  })

export const pictureSweepHandlers: Handlers<typeof pictureSweep> = {
  listDuplicatePhotos: async (context, { query }) => ({
    data: await listDuplicatePhotos(context, context.viewer, { ...query, isOpen: query.open === 'true' }),
  }),
  decideDuplicatePhoto: async (context, { params, body }) => ({
    data: { picture: await decideDuplicatePhoto(context, context.viewer, params.id, body) },
  }),
  listWatchlistPhotos: async (context, { query }) => ({ data: await listWatchlistPhotos(context, query) }),
  addWatchlistPhotos: async (context, { body }) => ({
    data: { added: await addWatchlistPhotos(context, context.viewer, body) },
  }),
  removeWatchlistPhoto: async (context, { params }) => {
    await removeWatchlistPhoto(context, context.viewer, params.id)
    return { done: true }
  },
}
