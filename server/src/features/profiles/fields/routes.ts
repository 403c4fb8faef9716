import type { profileFields } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { answerFields, listFields } from './fields.ts'

export const fieldHandlers: Handlers<typeof profileFields> = {
  listFields: async (context) => ({ data: await listFields(context, context.viewer) }),
  answerFields: async (context, { body }) => ({ data: await answerFields(context, context.viewer, body) }),
}
