import * as z from 'zod/mini'
import { publicId } from '../profiles/pictures.ts'
import { defineRoutes } from '../route.ts'
import { secretText } from '../text.ts'

/** At most 1,080, 640 and 320 pixels wide, and a square of 64. */
export const pictureSizes = ['large', 'medium', 'small', 'tiny'] as const

/** A part of the signature. Without it, or with something else in its place, there is no such picture. */
// eslint-disable-next-line promise/valid-params -- zod's, not a promise's
const signed = z.catch(secretText, '')

export const pictureFiles = defineRoutes({
  getPicture: {
    method: 'GET',
    path: '/pictures/:publicId/:size',
    access: 'anyone',
    summary: 'Get a photo. Its URL only works for the session it was created for',
    params: z.strictObject({ publicId, size: z.enum(pictureSizes) }),
    query: z.object({ v: signed, e: signed, s: signed }),
    returns: {
      stream: 'image/webp',
      // How long a browser may use it without asking again, in seconds.
      headers: { 'cache-control': 'private, max-age=600', 'content-disposition': 'inline' },
    },
  },
})
