import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { publicId } from './pictures.ts'
import { dataOf, id, instant, shown } from '../text.ts'

export const PhotoCheck = z.strictObject({
  _id: id,
  pose: shown,
  secondPose: shown,
  status: z.enum(['asked', 'waiting', 'accepted', 'refused']),
  askedAt: instant,
})
/** The time for both selfies. The server allows a slow upload another minute. */
export const SELFIE_SECONDS = 120

export type PhotoCheck = z.infer<typeof PhotoCheck>
const answer = dataOf({ check: z.nullable(PhotoCheck) })

/** The server picks two random poses, one for each selfie, and staff compare the selfies with the photos. */
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
    summary: 'Start a photo check; returns two poses for selfies within two minutes',
    body: z.strictObject({ hands: z._default(z.boolean(), true) }),
    returns: answer,
    status: 201,
    feature: 'photoChecks',
    errors: ['conflict'],
  },
  sendPhotoCheck: {
    method: 'PUT',
    path: '/auth/photo-check',
    access: 'member',
    summary: 'Submit the uploaded selfies, in the order of the poses; only staff see them',
    body: z.strictObject({ publicId, secondId: publicId }),
    returns: answer,
    feature: 'photoChecks',
    errors: ['not_found', 'conflict'],
  },
})
