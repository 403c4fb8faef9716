import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, formText, shown, text } from '../text.ts'
import { OwnPicture } from './users.ts'

export const publicId = formText(/^[0-9a-f]{32}$/, 'This isn’t a photo.')

const Uploaded = z.strictObject({
  url: shown,
  publicId,
  name: shown,
  size: z.number(),
  mimeType: shown,
})
export type Uploaded = z.infer<typeof Uploaded>

/** The response of an upload, as the client sends it back. The server uses only the id and looks up the rest. */
const imageData = z.object({
  publicId,
  alt: z.optional(text(0, 300)),
  url: z.optional(z.unknown()),
  name: z.optional(z.unknown()),
  size: z.optional(z.unknown()),
  mimeType: z.optional(z.unknown()),
})

const mostPictures = 9
export const MOST_PICTURES = mostPictures
export const LARGEST_PICTURE = 15 * 1024 * 1024

export const pictures = defineRoutes({
  uploadMedia: {
    method: 'POST',
    path: '/media',
    access: 'account',
    summary: 'Upload a photo; it’s deleted after a day unless you add it to your profile',
    upload: true,
    returns: Uploaded,
    status: 201,
  },
  uploadProfilePicture: {
    method: 'PUT',
    path: '/auth/upload-profile-picture',
    access: 'account',
    summary: 'Make an uploaded photo your profile photo',
    body: z.strictObject({ imageData }),
    returns: dataOf({ profilePicture: shown }),
    errors: ['not_found'],
  },
  uploadPictures: {
    method: 'PUT',
    path: '/auth/upload-pictures',
    access: 'account',
    summary: 'Add uploaded photos to your profile, up to 9',
    body: z.strictObject({
      imagesData: z
        .array(imageData)
        .check(z.minLength(1, 'Add at least one.'), z.maxLength(mostPictures, 'Add up to {maximum}.')),
    }),
    returns: dataOf({ uploadedImages: z.array(OwnPicture) }),
    errors: ['not_found', 'conflict'],
  },
  deletePicture: {
    method: 'DELETE',
    path: '/auth/picture/:publicId',
    access: 'account',
    summary: 'Delete one of your photos everywhere',
    params: z.strictObject({ publicId }),
    returns: Done,
  },
  deleteProfilePicture: {
    method: 'DELETE',
    path: '/auth/delete-profile-picture',
    access: 'account',
    summary: 'Delete your profile photo everywhere',
    returns: Done,
    errors: ['not_found'],
  },
  arrangePictures: {
    method: 'PUT',
    path: '/auth/pictures',
    access: 'account',
    summary: 'Reorder your photos; the first is your profile photo',
    body: z.strictObject({ order: z.array(publicId).check(z.maxLength(mostPictures + 1)) }),
    returns: dataOf({ pictures: z.array(OwnPicture) }),
    errors: ['conflict'],
  },
  describePicture: {
    method: 'PATCH',
    path: '/auth/picture/:publicId',
    access: 'account',
    summary: 'Describe a photo and choose who can see it',
    params: z.strictObject({ publicId }),
    body: z.strictObject({
      alt: z.optional(text(0, 300)),
      audience: z.optional(z.enum(['everyone', 'matches'])),
    }),
    returns: dataOf({ pictures: z.array(OwnPicture) }),
  },
})
