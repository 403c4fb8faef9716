import { ApiError, type documents } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { dayOf, findDocument } from './documents.ts'
import { blocksOf } from './markdown.ts'

export const documentHandlers: Handlers<typeof documents> = {
  getDocument: async (context, { params }) => {
    const { clock, caller } = context
    const all = (await configurationOf(context)).documents
    const document = findDocument(all, params.name, dayOf(clock.now()), caller.language)
    if (!document) throw new ApiError('not_found', 'Not found.')
    return { data: { document } }
  },
  previewDocument: async (_context, { body }) => ({ data: { blocks: blocksOf(body.text) } }),
}
