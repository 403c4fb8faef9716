import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, shown } from '../text.ts'
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
    summary: 'Change what you hide, whether people can find you, your units and photo blur',
    body: z.partial(PrivacySettings),
    returns: dataOf({ privacySettings: PrivacySettings, notice: DistanceNotice }),
    errors: ['conflict'],
  },
  listBlocks: {
    method: 'GET',
    path: '/blocks',
    access: 'session',
    beforeTerms: 'staff',
    summary: 'List the people you’ve blocked',
    returns: dataOf({ blocks: z.array(Blocked) }),
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
})
