import type { pictures } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { addPictures, setProfilePicture } from './attach-pictures.ts'
import { arrangePictures, deletePicture, describePicture } from './edit-pictures.ts'
import { uploadPicture } from './upload-picture.ts'

export const pictureHandlers: Handlers<typeof pictures> = {
  uploadMedia: (context, { file }) => uploadPicture(context, context.viewer, file),
  uploadProfilePicture: async (context, { body }) => ({
    data: { profilePicture: await setProfilePicture(context, context.viewer, body.imageData) },
  }),
  uploadPictures: async (context, { body }) => ({
    data: { uploadedImages: await addPictures(context, context.viewer, body.imagesData) },
  }),
  deletePicture: async (context, { params }) => {
    await deletePicture(context, context.viewer, params.publicId)
    return { done: true }
  },
  deleteProfilePicture: async (context) => {
    await deletePicture(context, context.viewer)
    return { done: true }
  },
  arrangePictures: async (context, { body }) => ({
    data: { pictures: await arrangePictures(context, context.viewer, body.order) },
  }),
  describePicture: async (context, { params, body }) => ({
    data: { pictures: await describePicture(context, context.viewer, params.publicId, body) },
  }),
}
