import type { accountLinks } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { recordLookOnce } from '../../operations/index.ts'
import { readUser } from '../user-details/read-user-details.ts'
import { decideLink } from './decide-link.ts'
import { listLinks, listLinksOf } from './read-links.ts'

export const accountLinkHandlers: Handlers<typeof accountLinks> = {
  listAccountLinks: async (context, { query }) => ({ data: await listLinks(context, query) }),
  listLinksOf: async (context, { params }) => {
    await readUser(context.db, params.id)
    await recordLookOnce(context, context.viewer, params.id)
    return { data: { links: await listLinksOf(context, params.id) } }
  },
  decideAccountLink: async (context, { params, body }) => ({
    data: { link: await decideLink(context, context.viewer, params.id, body) },
  }),
}
