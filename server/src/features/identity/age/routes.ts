import type { ageProofs, walletProofs } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { currentAge, ownAge } from './age.ts'
import { addAgePhoto, removeAgePhotos, sendAgePhotos } from './by-photo.ts'
import { finishAgeProvider, startAgeProvider } from './by-provider.ts'
import { receiveAnswer, startWallet, walletState } from './by-wallet.ts'

export const ageHandlers: Handlers<typeof ageProofs> = {
  getAge: async (context) => ({ data: { age: await ownAge(context, context.viewer.account) } }),
  startAgeProvider: async (context) => ({ data: { address: await startAgeProvider(context, context.viewer.account) } }),
  finishAgeProvider: async (context, { body }) => {
    await finishAgeProvider(context, context.viewer.account, body)
    return { data: { age: await currentAge(context, context.viewer.account.id) } }
  },
  addAgePhoto: async (context, { params, file }) => {
    await addAgePhoto(context, context.viewer.account, params.kind, file.bytes)
    return { data: { age: await ownAge(context, context.viewer.account) } }
  },
  sendAgePhotos: async (context) => {
    await sendAgePhotos(context, context.viewer.account)
    return { data: { age: await ownAge(context, context.viewer.account) } }
  },
  removeAgePhotos: async (context) => {
    await removeAgePhotos(context, context.viewer.account)
    return { data: { age: await ownAge(context, context.viewer.account) } }
  },
}

export const walletHandlers: Handlers<typeof walletProofs> = {
  startWallet: async (context) => ({ data: await startWallet(context, context.viewer.account) }),
  getWallet: async (context) => ({ data: { state: await walletState(context, context.viewer.account) } }),
  answerFromWallet: async (context, { body }) => {
    await receiveAnswer(context, body)
    return {}
  },
}
