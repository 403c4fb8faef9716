import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { isSigned, PICTURE_PATH, sizes } from '../../../infra/picture-address.ts'
import { readPictureFile } from '../../profiles/index.ts'
import { mayLook } from './may-look.ts'

/** How long a browser may reuse a picture without asking again, in seconds. */
const CACHE_SECONDS = 600

type PictureRequest = { Params: { publicId: string; size: string }; Querystring: Record<string, unknown> }

/** Serves pictures from our own origin, only to the session that the URL was made for and while it may see them. */
export function servePictures(app: FastifyInstance, deps: Deps): void {
  const nothing = () => new ApiError('not_found', 'There is no such picture.')
  app.get<PictureRequest>(`${PICTURE_PATH}/:publicId/:size`, async (request, reply) => {
    const { publicId, size } = request.params
    const { v, e, s } = request.query
    if (typeof v !== 'string' || typeof e !== 'string' || typeof s !== 'string') throw nothing()
    if (!/^[0-9a-f]{32}$/.test(publicId) || !sizes.some((each) => each === size)) throw nothing()
    if (!/^[0-9a-f-]{36}$/.test(v) || !isSigned(deps.keys, publicId, { v, e, s }, deps.clock.now())) throw nothing()
    if (!(await mayLook(deps, publicId, v))) throw nothing()
    const file = await readPictureFile(deps, publicId, size)
    if (!file) throw nothing()
    return reply
      .type('image/webp')
      .header('cache-control', `private, max-age=${CACHE_SECONDS}`)
      .header('content-disposition', 'inline')
      .send(file)
  })
}
