import type { pictureSweep } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { addListedPictures, removeListedPicture } from './change-list.ts'
import { decideSamePicture } from './decide-same-picture.ts'
import { listListedPictures, listSamePictures } from './read-same-pictures.ts'

export const pictureSweepHandlers: Handlers<typeof pictureSweep> = {
  listSamePictures: async (context, { query }) => ({ data: await listSamePictures(context, context.viewer, query) }),
  decideSamePicture: async (context, { params, body }) => ({
    data: { picture: await decideSamePicture(context, context.viewer, params.id, body) },
  }),
  listListedPictures: async (context, { query }) => ({ data: await listListedPictures(context, query) }),
  addListedPictures: async (context, { body }) => ({
    data: { added: await addListedPictures(context, context.viewer, body) },
  }),
  removeListedPicture: async (context, { params }) => {
    await removeListedPicture(context, context.viewer, params.id)
    return { done: true }
  },
}
