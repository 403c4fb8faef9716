import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { publicId } from './pictures.ts'
import { dataOf, id, instant, shown } from '../text.ts'

export const PhotoCheck = z.strictObject({
  _id: id,
  pose: shown,
  status: z.enum(['asked', 'waiting', 'accepted', 'refused']),
  askedAt: instant,
})
export type PhotoCheck = z.infer<typeof PhotoCheck>
const answer = dataOf({ check: z.nullable(PhotoCheck) })

/** The server picks a random pose for the selfie, and staff compare the selfie with the photos. */
export const photoChecks = defineRoutes({
  getPhotoCheck: {
    method: 'GET',
    path: '/auth/photo-check',
    access: 'account',
    summary: 'Get the status of your photo check',
    returns: answer,
  },
  askForPhotoCheck: {
    method: 'POST',
    path: '/auth/photo-check',
    access: 'member',
    summary: 'Start a photo check; returns a pose for the selfie',
    returns: answer,
    status: 201,
    errors: ['conflict'],
  },
  sendPhotoCheck: {
    method: 'PUT',
    path: '/auth/photo-check',
    access: 'member',
    summary: 'Submit the uploaded selfie; only administrators see it',
    body: z.strictObject({ publicId }),
    returns: answer,
    errors: ['not_found', 'conflict'],
  },
})
