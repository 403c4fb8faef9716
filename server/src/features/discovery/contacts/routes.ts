import type { contactBlocks } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Handlers } from '../../../http/mount.ts'
import { contactKey } from './hashes.ts'
import { addContacts, addNumber, removeContacts } from './list-contacts.ts'
import { contactsOf, deleteNumber, numbersOf } from './queries.ts'

async function listContacts({ db, lastingKeys }: Deps, accountId: string) {
  const [listed, numbers] = await Promise.all([contactsOf(db, accountId), numbersOf(db, accountId)])
  return {
    key: contactKey(lastingKeys, accountId).toString('base64url'),
    contacts: listed.map(({ id, kind, hint, at }) => ({ _id: id, kind, hint, at: at.toISOString() })),
    numbers: numbers.map(({ id, value }) => ({ _id: id, hint: `… ${value.slice(-2)}` })),
  }
}

export const contactHandlers: Handlers<typeof contactBlocks> = {
  listBlockedContacts: async (context) => ({ data: await listContacts(context, context.viewer.account.id) }),
  blockContacts: async (context, { body }) => {
    await addContacts(context, context.viewer.account.id, body.contacts)
    return { done: true }
  },
  unblockContacts: async (context) => {
    await removeContacts(context, context.viewer.account.id, null)
    return { done: true }
  },
  unblockContact: async (context, { params }) => {
    await removeContacts(context, context.viewer.account.id, params.id)
    return { done: true }
  },
  addOwnNumber: async (context, { body }) => {
    await addNumber(context, context.viewer.account.id, body.number)
    return { done: true }
  },
  removeOwnNumber: async ({ db, viewer }, { params }) => {
    await deleteNumber(db, viewer.account.id, params.id)
    return { done: true }
  },
}
