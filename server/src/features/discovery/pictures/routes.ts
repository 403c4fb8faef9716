import { ApiError, type pictureFiles } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { readerOf } from '../../../infra/picture-address.ts'
import { readPictureFile } from '../../profiles/index.ts'
import { mayLook } from './may-look.ts'

/** Photos come from our own origin, only for the session that the URL was made for, and only while it may see them. */
export const pictureFileHandlers: Handlers<typeof pictureFiles> = {
  getPicture: async (context, { params: { publicId, size }, query }) => {
    const madeFor = readerOf(context.keys, publicId, query, context.clock.now())
    const mayRead = madeFor && (await mayLook(context, publicId, madeFor.sessionId, madeFor.reader))
    const file = mayRead ? await readPictureFile(context, publicId, size) : null
    if (!file) throw new ApiError('not_found', 'We couldn’t find this photo.')
    return file
  },
}
