import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, emailText, id, instant, shown } from '../text.ts'
import { DistanceNotice, PrivacySettings } from '../profiles/users.ts'

const answer = dataOf({ privacySettings: PrivacySettings })

export const Blocked = z.strictObject({ _id: id, firstName: shown, at: instant })
export type Blocked = z.infer<typeof Blocked>

export const privacy = defineRoutes({
  showLastActive: {
    method: 'PUT',
    path: '/auth/show-last-active',
    access: 'account',
    summary: 'Show or hide when you were last active',
    // Clients may also send back the whole object returned by this route.
    body: z.extend(z.partial(PrivacySettings), { showLastActive: z.boolean() }),
    returns: answer,
    errors: ['conflict'],
  },
  setPrivacy: {
    method: 'PUT',
    path: '/auth/privacy',
    access: 'account',
    summary: 'Change what you hide, whether people can find you, and your distance units',
    body: z.partial(PrivacySettings),
    returns: dataOf({ privacySettings: PrivacySettings, notice: DistanceNotice }),
    errors: ['conflict'],
  },
  listBlocks: {
    method: 'GET',
    path: '/blocks',
    access: 'session',
    beforeTerms: 'staff',
    summary: 'List the people and email addresses you’ve blocked',
    returns: dataOf({
      blocks: z.array(Blocked),
      addresses: z.array(z.strictObject({ _id: id, hint: shown, at: instant })),
    }),
  },
  block: {
    method: 'POST',
    path: '/blocks',
    access: 'account',
    summary: 'Block someone everywhere, without notifying them',
    body: z.strictObject({ userId: id }),
    returns: Done,
    errors: ['not_found', 'conflict'],
  },
  unblock: {
    method: 'DELETE',
    path: '/blocks/:userId',
    access: 'account',
    summary: 'Unblock someone',
    params: z.strictObject({ userId: id }),
    returns: Done,
  },
  blockAddress: {
    method: 'POST',
    path: '/blocks/addresses',
    access: 'account',
    summary: 'Block an email address, whether or not anyone uses it',
    body: z.strictObject({ email: emailText }),
    returns: Done,
    errors: ['conflict'],
  },
  unblockAddress: {
    method: 'DELETE',
    path: '/blocks/addresses/:id',
    access: 'account',
    summary: 'Unblock an email address',
    params: z.strictObject({ id }),
    returns: Done,
  },
})
