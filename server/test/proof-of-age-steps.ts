import { X509Certificate } from 'node:crypto'
import { type WalletRequest } from '../src/infra/age/wallet-request.ts'
import { checkProofOfAge } from '../src/infra/age/wallet.ts'
import { openIssuer } from './wallet.ts'

export const now = new Date('2026-11-30T12:00:00Z')

export const request: WalletRequest = {
  nonce: 'one-nonce',
  responseUri: 'https://dating.example/api/v1/age/wallet/answer',
}

export const issuer = await openIssuer(now)

export const trusted = [new X509Certificate(issuer.authority)]

export const check = (token: string, asked = request, issuers = trusted, at = now) =>
  checkProofOfAge(token, asked, issuers, at)
