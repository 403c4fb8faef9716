import { ApiError, type pictureFiles } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { readerOf } from '../../../infra/picture-address.ts'
import { readPictureFile } from '../../profiles/index.ts'
import { mayLook } from './may-look.ts'

const isSessionId = (text: string) => /^[0-9a-f-]{36}$/.test(text)

/** Pictures come from our own origin, only for the session that the address was made for and while it may see them. */
export const pictureFileHandlers: Handlers<typeof pictureFiles> = {
  getPicture: async (context, { params: { publicId, size }, query }) => {
    const reader = isSessionId(query.v) ? readerOf(context.keys, publicId, query, context.clock.now()) : null
    const file =
      reader && (await mayLook(context, publicId, query.v, reader))
        ? await readPictureFile(context, publicId, size)
        : null
    if (!file) throw new ApiError('not_found', 'We couldn’t find this photo.')
    return file
  },
}
