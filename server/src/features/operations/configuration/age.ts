import { type Age, type AgeMoment, ApiError, type Configuration, invalidField, message } from '@kindred/contract'
import { X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { isStaff } from '../../../infra/staff.ts'
import { ageRulesSoon } from './read-configuration.ts'

type Reading = Pick<Deps, 'config' | 'db' | 'memory'>

export type AgeColumns = Pick<
  Account,
  'is_admin' | 'staff_role' | 'admission' | 'age_proven_by' | 'age_proven_on' | 'age_asked_at'
>

/** The first thing that someone can't do until they have proven to be 18 or older. Staff are known, and never asked. */
export function ageNeededFor(rules: Age | undefined, account: AgeColumns): AgeMoment | null {
  if (account.age_proven_on !== null || isStaff(account)) return null
  if (account.age_asked_at !== null) return 'report'
  if (account.admission !== null && rules?.when.includes('joining')) return 'joining'
  return rules?.when.includes('message') ? 'message' : null
}

/** Refuses contact with other members until someone who has to has proven their age. */
export async function assertAgeProven(reading: Reading, account: AgeColumns): Promise<void> {
  if (account.age_proven_on !== null) return
  const needed = ageNeededFor(await ageRulesSoon(reading), account)
  if (needed === 'report' || needed === 'message')
    throw new ApiError('age_unproven', 'Please show that you’re 18 or older first.')
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates of the trusted issuers. Throws if one of them isn't one. */
export const issuersIn = (pem: string): X509Certificate[] =>
  (pem.match(PEM) ?? []).map((each) => new X509Certificate(each))

function areCertificates(pem: string): boolean {
  try {
    return issuersIn(pem).length > 0 && pem.replaceAll(PEM, '').trim() === ''
  } catch {
    return false
  }
}

function problemWith({ methods, issuers }: Age, { AGE_OPENID_ISSUER }: Config) {
  if (issuers !== undefined && !areCertificates(issuers))
    return { path: 'issuers', msg: message('Enter certificates as PEM, and nothing else.') }
  if (methods.includes('openid') && AGE_OPENID_ISSUER === undefined)
    return { path: 'methods', msg: message('Set AGE_OPENID_ISSUER and its client on the server first.') }
  return undefined
}

/** Refuses a changed section that couldn't work. */
export function assertUsableAge(config: Config, { age: former }: Configuration, { age }: Configuration): void {
  const problem = age && !isDeepStrictEqual(age, former) && problemWith(age, config)
  if (!problem) return
  const { path, msg } = problem
  throw invalidField(`configuration.age.${path}`, msg)
}
