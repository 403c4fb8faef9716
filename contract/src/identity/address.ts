import * as z from 'zod/mini'
import { Done } from './auth.ts'
import { defineRoutes } from '../route.ts'
import { OwnUser } from '../profiles/users.ts'
import { emailText, secretText } from '../text.ts'

/** A change of email address is confirmed at the new address, and can be undone from the old one. */
export const address = defineRoutes({
  changeEmail: {
    method: 'POST',
    path: '/auth/email',
    access: 'account',
    beforeTerms: 'everyone',
    summary: 'Request a new email; nothing changes until you confirm it with the link sent there',
    body: z.strictObject({ email: emailText, password: z.optional(secretText) }),
    returns: Done,
    errors: ['invalid_credentials', 'step_up_required'],
  },
  correctEmail: {
    method: 'PUT',
    path: '/auth/email/unconfirmed',
    access: 'account',
    beforeTerms: 'everyone',
    summary: 'Correct an email that was never confirmed, and send a new code',
    body: z.strictObject({ email: emailText }),
    returns: z.strictObject({ user: OwnUser }),
    errors: ['already_exists', 'conflict'],
  },
  confirmEmail: {
    method: 'POST',
    path: '/auth/email/confirm',
    access: 'anyone',
    summary: 'Confirm your new email with its link',
    body: z.strictObject({ token: secretText }),
    returns: Done,
    errors: ['invalid_secret', 'already_exists', 'sign_in_required'],
  },
  keepEmail: {
    method: 'POST',
    path: '/auth/email/keep',
    access: 'anyone',
    summary: 'Keep an email that staff are about to change, with its link',
    body: z.strictObject({ token: secretText }),
    returns: Done,
    errors: ['invalid_secret'],
  },
  undoEmail: {
    method: 'POST',
    path: '/auth/email/undo',
    access: 'anyone',
    summary: 'Undo an email change with the link sent to the old one; ends all sessions',
    body: z.strictObject({ token: secretText }),
    returns: Done,
    errors: ['invalid_secret', 'already_exists'],
  },
})
