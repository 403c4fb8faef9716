import { isAtRisk } from '@kindred/contract/safety/at-risk'
import { listedAt } from '@kindred/contract/safety/listed'
import { countryCodeOf } from './country-codes.ts'
import type { Profile } from '../../../http/session.ts'

type Situation = { profile: Pick<Profile, 'gender' | 'interested_in' | 'country'> | null; timeZone: string }

const countriesAgainst = ({ profile, timeZone }: Situation): string[] =>
  profile && isAtRisk({ gender: profile.gender, interestedIn: profile.interested_in ?? [] })
    ? listedAt({ country: countryCodeOf(profile.country), zone: timeZone })
    : []

/** The first country whose laws a change exposes a member to. */
export function riskOf(before: Situation, after: Situation): string | undefined {
  const known = countriesAgainst(before)
  return countriesAgainst(after).find((country) => !known.includes(country))
}

/**
 * True if a change exposes a member to laws that didn't concern them before, for example a move, or a first answer about
 * who they look for. The same transaction then hides them, so that they are asked before anyone sees them. Only the
 * change is looked at: nothing records why they are hidden, and their later choice isn't overruled.
 */
export const entersRisk = (before: Situation, after: Situation): boolean => riskOf(before, after) !== undefined
