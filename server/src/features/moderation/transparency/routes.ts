import type { transparency } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import {
  exportNumbers,
  exportPublicNumbers,
  exportStatements,
  exportStatementsAsJson,
  issueTransparencyTicket,
  readPublicTransparency,
  readTransparency,
} from './transparency.ts'

export const transparencyHandlers: Handlers<typeof transparency> = {
  getTransparency: async (context, { query }) => ({
    data: { transparency: await readTransparency(context, context.viewer.account, query) },
  }),
  getPublicTransparency: async (context) => ({ data: { transparency: await readPublicTransparency(context) } }),
  exportPublicTransparency: async (context) => exportPublicNumbers(context),
  issueTransparencyTicket: async (context) => ({
    data: { ticket: await issueTransparencyTicket(context, context.viewer) },
  }),
  exportTransparency: async (context, { query }) => exportNumbers(context, context.viewer, query),
  exportStatements: async (context, { query }) => exportStatements(context, context.viewer, query),
  exportStatementsAsJson: async (context, { query }) => exportStatementsAsJson(context, context.viewer, query),
}
