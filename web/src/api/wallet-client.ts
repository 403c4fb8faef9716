import { callsOf } from '@kindred/contract/calls'
import { walletProofs } from '@kindred/contract/identity/age-wallet'
import { readQuery } from './queries.ts'
import { send } from './send.ts'

export const wallet = callsOf({ ...walletProofs }, send)

export const walletQuery = readQuery(['getWallet'], wallet.getWallet)
