import type { ageChecks } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { recordLookOnce } from '../../operations/index.ts'
import { ageOfUser, askUserForAge, decideAgeCheck, listAgeChecks, readAgePhoto, stopAskingUser } from './age-checks.ts'

export const ageCheckHandlers: Handlers<typeof ageChecks> = {
  listAgeChecks: async (context, { query }) => ({ data: await listAgeChecks(context, context.viewer, query) }),
  getAgePhoto: async (context, { params }) => ({
    data: { photo: await readAgePhoto(context, context.viewer, params.id, params.kind) },
  }),
  decideAgeCheck: async (context, { params, body }) => {
    await decideAgeCheck(context, context.viewer, params.id, body)
    return { done: true }
  },
  getUserAge: async (context, { params }) => {
    const age = await ageOfUser(context, context.viewer, params.id)
    await recordLookOnce(context, context.viewer, params.id)
    return { data: { age } }
  },
  askForAge: async (context, { params, body }) => ({
    data: { age: await askUserForAge(context, context.viewer, params.id, body.reason) },
  }),
  stopAskingForAge: async (context, { params, body }) => ({
    data: { age: await stopAskingUser(context, context.viewer, params.id, body.reason) },
  }),
}
