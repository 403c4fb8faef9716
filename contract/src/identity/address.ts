import * as z from 'zod/mini'
import { Done } from './auth.ts'
import { defineRoutes } from '../route.ts'
import { emailText, secretText } from '../text.ts'

/** A change of address: confirmed at the new one, undone from the old one. */
export const address = defineRoutes({
  changeEmail: {
    method: 'POST',
    path: '/auth/email',
    access: 'account',
    summary: 'Ask for another address: it is proved by a link there before anything changes',
    body: z.strictObject({ email: emailText, password: z.optional(secretText) }),
    returns: Done,
    errors: ['invalid_credentials', 'step_up_required'],
  },
  confirmEmail: {
    method: 'POST',
    path: '/auth/email/confirm',
    access: 'anyone',
    summary: 'Prove the new address by its link',
    body: z.strictObject({ token: secretText }),
    returns: Done,
    errors: ['invalid_secret', 'already_exists'],
  },
  undoEmail: {
    method: 'POST',
    path: '/auth/email/undo',
    access: 'anyone',
    summary: 'Take a change of address back by the link sent to the old one; ends every session',
    body: z.strictObject({ token: secretText }),
    returns: Done,
    errors: ['invalid_secret', 'already_exists'],
  },
})
