import type { appeals } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { decideAppeal } from './decide-appeal.ts'
import { makeAppeal, listAppeals, listMyAppeals } from './appeals.ts'
import { answerAppeal, writeInMyAppeal } from './write-in-appeal.ts'

export const appealHandlers: Handlers<typeof appeals> = {
  appealDecision: async (context, { params, body }) => ({
    data: { appeal: await makeAppeal(context, context.viewer, { kind: 'decision', id: params.id, ...body }) },
  }),
  appealReport: async (context, { params, body }) => ({
    data: { appeal: await makeAppeal(context, context.viewer, { kind: 'report', id: params.id, ...body }) },
  }),
  listMyAppeals: async (context) => ({ data: { appeals: await listMyAppeals(context, context.viewer) } }),
  writeInMyAppeal: async (context, { params, body }) => ({
    data: { appeal: await writeInMyAppeal(context, context.viewer, params.id, body.message) },
  }),
  listAppeals: async (context, { query }) => ({
    data: await listAppeals(context, context.viewer, { ...query, isOpen: query.open === 'true' }),
  }),
  answerAppeal: async (context, { params, body }) => ({
    data: { appeal: await answerAppeal(context, context.viewer, params.id, body.message) },
  }),
  decideAppeal: async (context, { params, body }) => ({
    data: { appeal: await decideAppeal(context, context.viewer, params.id, body) },
  }),
}
