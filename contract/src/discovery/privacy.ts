import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { emailText, id, instant, shown } from '../text.ts'
import { PrivacySettings } from '../profiles/users.ts'

const answer = z.strictObject({ data: z.strictObject({ privacySettings: PrivacySettings }) })

export const Blocked = z.strictObject({ _id: id, firstName: shown, at: instant })
export type Blocked = z.infer<typeof Blocked>

/** What others see of a member, and who sees nothing at all. */
export const privacy = defineRoutes({
  showLastActive: {
    method: 'PUT',
    path: '/auth/show-last-active',
    access: 'account',
    summary: 'Whether others see when one was here last; who hides it does not see it of others',
    body: z.strictObject({ showLastActive: z.boolean() }),
    returns: answer,
  },
  setPrivacy: {
    method: 'PUT',
    path: '/auth/privacy',
    access: 'account',
    summary: 'What is hidden, whether one is found at all, and in which units distances are told',
    body: z.partial(PrivacySettings),
    returns: answer,
    errors: ['conflict'],
  },
  listBlocks: {
    method: 'GET',
    path: '/blocks',
    access: 'session',
    summary: 'Whom one has blocked, people and addresses',
    returns: z.strictObject({
      data: z.strictObject({
        blocks: z.array(Blocked),
        addresses: z.array(z.strictObject({ _id: id, hint: shown, at: instant })),
      }),
    }),
  },
  block: {
    method: 'POST',
    path: '/blocks',
    access: 'account',
    summary: 'Never meet somebody again, anywhere; they are not told',
    body: z.strictObject({ userId: id }),
    returns: Done,
    errors: ['not_found', 'conflict'],
  },
  unblock: {
    method: 'DELETE',
    path: '/blocks/:userId',
    access: 'account',
    summary: 'Take a block back',
    params: z.strictObject({ userId: id }),
    returns: Done,
  },
  blockAddress: {
    method: 'POST',
    path: '/blocks/addresses',
    access: 'account',
    summary: 'Hide from the person who has this address, now or later; nothing tells whether anyone does',
    body: z.strictObject({ email: emailText }),
    returns: Done,
    errors: ['conflict'],
  },
  unblockAddress: {
    method: 'DELETE',
    path: '/blocks/addresses/:id',
    access: 'account',
    summary: 'Take the block of an address back',
    params: z.strictObject({ id }),
    returns: Done,
  },
})
