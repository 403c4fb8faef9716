import * as z from 'zod/mini'
import { publicId } from '../profiles/pictures.ts'
import { defineRoutes } from '../route.ts'
import { secretText } from '../text.ts'

/** The widths are at most 1,080, 640 and 320 pixels. `tiny` is a square of 64 pixels. */
export const pictureSizes = ['large', 'medium', 'small', 'tiny'] as const

/** A part of the signature. Any other value makes the address invalid. */
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
      // The seconds for which the browser may use the photo before it asks again.
      headers: { 'cache-control': 'private, max-age=600', 'content-disposition': 'inline' },
    },
  },
})
