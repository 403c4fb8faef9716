import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, instant, secretText } from '../text.ts'

export const leaving = defineRoutes({
  deleteAccount: {
    method: 'DELETE',
    path: '/auth/account',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Delete your account: it’s hidden at once and erased after 30 days',
    body: z.strictObject({ password: z.optional(secretText) }),
    returns: dataOf({ deletionDueAt: instant }),
    errors: ['invalid_credentials', 'step_up_required', 'conflict'],
  },
  exportOwnData: {
    method: 'GET',
    path: '/auth/export',
    access: 'session',
    beforeTerms: 'everyone',
    starts: true,
    summary: 'Request an export of your data; we’ll email a link',
    returns: Done,
  },
  downloadOwnData: {
    method: 'POST',
    path: '/auth/export/file',
    access: 'anyone',
    summary: 'Download the export once, with the token from the emailed link',
    body: z.strictObject({ token: secretText }),
    returns: {
      stream: 'application/zip',
      headers: { 'content-disposition': 'attachment; filename="my-data.zip"' },
    },
    errors: ['invalid_secret'],
  },
  restoreAccount: {
    method: 'POST',
    path: '/auth/account/restore',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Cancel the deletion within the 30 days',
    returns: Done,
    errors: ['conflict'],
  },
})
