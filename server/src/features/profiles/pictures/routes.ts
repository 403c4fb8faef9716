import type { pictures } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as service from './service.ts'

export const pictureHandlers: Handlers<typeof pictures> = {
  uploadMedia: (context, { file }) => service.upload(context, context.viewer, file),
  uploadProfilePicture: async (context, { body }) => ({
    data: { profilePicture: await service.setProfilePicture(context, context.viewer, body.imageData) },
  }),
  uploadPictures: async (context, { body }) => ({
    data: { uploadedImages: await service.addPictures(context, context.viewer, body.imagesData) },
  }),
  deletePicture: async (context, { params }) => {
    await service.deletePicture(context, context.viewer, params.publicId)
    return { done: true }
  },
  deleteProfilePicture: async (context) => {
    await service.deletePicture(context, context.viewer)
    return { done: true }
  },
  arrangePictures: async (context, { body }) => ({
    data: { pictures: await service.arrange(context, context.viewer, body.order) },
  }),
  describePicture: async (context, { params, body }) => ({
    data: { pictures: await service.describe(context, context.viewer, params.publicId, body) },
  }),
}
