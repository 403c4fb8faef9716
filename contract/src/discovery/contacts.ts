import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, formText, id, instant, lineText, shown } from '../text.ts'
import { BUCKET_BITS, contactKinds } from './contact-form.ts'

export const MOST_CONTACTS = 1000
export const MOST_NUMBERS = 3

/**
 * A person a member wants to avoid, as the device sends it. `hash` is the HMAC-SHA-256 of the contact with
 * the account's key, and `bucket` the first bits of its SHA-256 without a key (contact-form.ts).
 */
const HashedContact = z.strictObject({
  kind: z.enum(contactKinds),
  bucket: z.int().check(z.gte(0), z.lt(2 ** BUCKET_BITS)),
  hash: formText(/^[\w-]{43}$/, 'This isn’t a hash.'),
  hint: lineText(100),
})
export type HashedContact = z.infer<typeof HashedContact>

const ListedContact = z.strictObject({ _id: id, kind: z.enum(contactKinds), hint: shown, at: instant })
export type ListedContact = z.infer<typeof ListedContact>

export const contactBlocks = defineRoutes({
  listBlockedContacts: {
    method: 'GET',
    path: '/blocks/contacts',
    access: 'session',
    beforeTerms: 'staff',
    summary: 'List the contacts you’ve blocked, your own numbers, and your key',
    returns: dataOf({
      key: shown,
      contacts: z.array(ListedContact),
      numbers: z.array(z.strictObject({ _id: id, hint: shown })),
    }),
  },
  blockContacts: {
    method: 'POST',
    path: '/blocks/contacts',
    access: 'account',
    summary: 'Block contacts, whether or not they’re here',
    most: 512,
    body: z.strictObject({ contacts: z.array(HashedContact).check(z.minLength(1), z.maxLength(MOST_CONTACTS)) }),
    returns: Done,
    errors: ['conflict'],
  },
  unblockContacts: {
    method: 'DELETE',
    path: '/blocks/contacts',
    access: 'account',
    summary: 'Unblock all contacts',
    returns: Done,
  },
  unblockContact: {
    method: 'DELETE',
    path: '/blocks/contacts/:id',
    access: 'account',
    summary: 'Unblock a contact',
    params: z.strictObject({ id }),
    returns: Done,
  },
  addOwnNumber: {
    method: 'POST',
    path: '/blocks/own-numbers',
    access: 'account',
    summary: 'Add a phone number of yours, for people who blocked it',
    body: z.strictObject({ number: lineText(30) }),
    returns: Done,
    errors: ['conflict'],
  },
  removeOwnNumber: {
    method: 'DELETE',
    path: '/blocks/own-numbers/:id',
    access: 'account',
    summary: 'Remove a phone number of yours',
    params: z.strictObject({ id }),
    returns: Done,
  },
})
