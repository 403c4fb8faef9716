import type { dossiers } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { dossier, endSessionsOf, figures, reveal } from './service.ts'

export const dossierHandlers: Handlers<typeof dossiers> = {
  getDossier: async (context, { params }) => ({ data: await dossier(context, context.viewer, params.id) }),
  getUserFigures: async (context, { params }) => ({ data: await figures(context, params.id) }),
  revealUser: async (context, { params, body }) => ({
    data: await reveal(context, context.viewer, params.id, body.reason),
  }),
  endSessionsOf: async (context, { params }) => ({ ended: await endSessionsOf(context, context.viewer, params.id) }),
}
