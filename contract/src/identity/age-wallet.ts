import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf, instant, plainText, secretText, shown } from '../text.ts'

/** `refused` gives no reason, because none is kept. */
export const WalletState = z.enum(['waiting', 'done', 'refused', 'expired'])
export type WalletState = z.infer<typeof WalletState>

/** As OpenID for Verifiable Presentations has it. Its other fields are ignored, as it requires. */
const WalletAnswer = z.object({ state: secretText, vp_token: z.optional(plainText(32_768)) })

export const walletProofs = defineRoutes({
  startWallet: {
    method: 'POST',
    path: '/age/wallet',
    access: 'account',
    summary: 'Get a link that asks a wallet app for the EU’s proof of age, once and within five minutes',
    returns: dataOf({ link: shown, expiresAt: instant }),
    errors: ['conflict', 'turned_off'],
  },
  getWallet: {
    method: 'GET',
    path: '/age/wallet',
    access: 'account',
    summary: 'See what became of the last link for a wallet app',
    returns: dataOf({ state: WalletState }),
  },
  answerFromWallet: {
    method: 'POST',
    path: '/age/wallet/answer',
    access: 'anyone',
    form: true,
    summary: 'Receive a wallet app’s answer. Only the day is kept',
    body: WalletAnswer,
    returns: z.strictObject({}),
    errors: ['invalid_secret'],
  },
})
