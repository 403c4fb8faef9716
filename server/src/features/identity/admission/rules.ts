import { type Admission, type AdmissionStep, rulesByDomain, rulesByInvitation } from '@kindred/contract'
import { randomInt } from 'node:crypto'
import { emailKey } from '../../../infra/email.ts'

/** Letters and digits that can't be mistaken for each other. Five bits each, so a code has 60. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

export const newCode = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** As people read it: three groups of four. */
export const writtenCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** The stored form of a code, however it was typed. */
export const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** A domain that begins with an asterisk stands for its subdomains, and not for itself. */
function isAtDomain(email: string | null, domains: readonly string[] = []): boolean {
  const key = emailKey(email ?? '')
  const host = key.slice(key.lastIndexOf('@') + 1)
  return (
    host !== '' &&
    domains.some((domain) => (domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain))
  )
}

/** The rules of who may join, and of a section of its own. */
export type Doors = Admission & { asksAge?: boolean }

/** Someone who wants to join. The domain counts only once the address is confirmed. */
export type Applicant = {
  email: string | null
  isConfirmed: boolean
  isInvited: boolean
  /** True if the invitation is a member's. For one of the team's, `stillApplies` says whether its people apply. */
  isByMember: boolean
  stillApplies: boolean
  hasApplied: boolean
  isAgeProven: boolean
}

/** Everything that is asked of the applicant, in the order in which they do it. */
export function stepsOf(rules: Doors, applicant: Applicant): AdmissionStep[] {
  const application = { kind: 'application' as const, done: applicant.hasApplied }
  return [
    ...doorsOf(rules, applicant),
    ...(mustApply(rules, applicant) ? [application] : []),
    // It ends with being let in, so no one who can see it has done it.
    ...(rules.waitingList ? [{ kind: 'region' as const, done: false }] : []),
  ]
}

/** People apply unless their invitation, or an address at one of the domains, spares them. */
export function mustApply({ application, domains }: Admission, applicant: Applicant): boolean {
  if (!application) return false
  if (applicant.isConfirmed && application.exceptDomains && isAtDomain(applicant.email, domains)) return false
  if (!applicant.isInvited) return true
  return applicant.isByMember ? application.exceptInvited !== true : applicant.stillApplies
}

export function doorsOf({ join, domains, asksAge }: Doors, applicant: Applicant): AdmissionStep[] {
  const { email, isConfirmed, isInvited, isAgeProven } = applicant
  const isOfDomain = isConfirmed && isAtDomain(email, domains)
  const door: Record<Admission['join'], AdmissionStep[]> = {
    open: [],
    invitation: [{ kind: 'invitation', done: isInvited }],
    domain: [{ kind: 'domain', done: isOfDomain }],
    either: [{ kind: 'either', done: isInvited || isOfDomain }],
    both: [
      { kind: 'invitation', done: isInvited },
      { kind: 'domain', done: isOfDomain },
    ],
  }
  const age = { kind: 'age' as const, done: isAgeProven }
  return [{ kind: 'email', done: isConfirmed }, ...door[join], ...(asksAge ? [age] : [])]
}

/** What someone lacks who wants to join with this address and perhaps an invitation, so that it can be said at once. */
export function lackOf(
  { join, domains }: Admission,
  email: string,
  isInvited: boolean,
): 'invitation' | 'domain' | null {
  const lacksDomain = rulesByDomain.includes(join) && !isAtDomain(email, domains)
  const lacksInvitation = rulesByInvitation.includes(join) && !isInvited
  if (join === 'either') return lacksDomain && lacksInvitation ? 'invitation' : null
  return lacksInvitation ? 'invitation' : lacksDomain ? 'domain' : null
}

/** True if an account begins outside, because more is asked than a confirmed address. */
export const hasDoor = ({ join, application, waitingList, asksAge }: Doors): boolean =>
  join !== 'open' || application !== undefined || waitingList !== undefined || asksAge === true
