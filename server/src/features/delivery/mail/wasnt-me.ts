import { message } from '@kindred/contract'
import type { Disowned, Line, Recipient } from './letter-kinds.ts'

export const help = ({ support }: Recipient) => message('Need help? Write to {support}.', { support })

export const wasntMe = ({ link, undoes }: Disowned, to: Recipient): Line[] => [
  undoes
    ? message(
        'If this wasn’t you, take back your account. This link works for 30 days, signs out everyone, and suspends ' +
          'recently added ways to sign in:',
      )
    : message('If this wasn’t you, reset your password now:'),
  { link, words: undoes ? message('This wasn’t me') : message('Reset my password') },
  help(to),
]
