import { isPersonal, type Holding, type Impersonal, type PersonalData } from '../../infra/personal-data.ts'
import { personalData as users } from '../users/service.ts'
import { personalData as account } from '../account/service.ts'
import { personalData as sessions } from '../sessions/service.ts'
import { personalData as providers } from '../providers/service.ts'
import { personalData as secrets } from '../secrets/service.ts'
import { personalData as secondFactor } from '../second-factor/service.ts'
import { personalData as passkeys } from '../passkeys/service.ts'
import { personalData as mail } from '../mail/service.ts'
import { personalData as audit } from '../audit/service.ts'
import { personalData as profile } from '../profile/service.ts'
import { personalData as places } from '../places/service.ts'
import { personalData as people } from '../people/service.ts'
import { personalData as pictures } from '../pictures/service.ts'
import { personalData as photoChecks } from '../photo-checks/service.ts'
import { personalData as privacy } from '../privacy/service.ts'
import { personalData as choices } from '../choices/service.ts'
import { personalData as matches } from '../matches/service.ts'
import { personalData as questions } from '../questions/service.ts'
import { personalData as discovery } from '../discovery/service.ts'
import { personalData as chat } from '../chat/service.ts'
import { personalData as notifications } from '../notifications/service.ts'
import { personalData as reports } from '../reports/service.ts'
import { personalData as subscriptions } from '../subscriptions/service.ts'
import { personalData as configuration } from '../configuration/service.ts'
import { personalData as approvals } from '../approvals/service.ts'
import { personalData as batches } from '../batches/service.ts'
import { personalData as system } from '../system/service.ts'
import { personalData as leaving } from './personal-data.ts'

/** Every room. Accounts come first: what the log says can only be emptied for people who are erased. */
const rooms: readonly PersonalData[] = [
  users,
  account,
  sessions,
  providers,
  secrets,
  secondFactor,
  passkeys,
  mail,
  audit,
  profile,
  places,
  people,
  pictures,
  photoChecks,
  privacy,
  choices,
  matches,
  questions,
  discovery,
  chat,
  notifications,
  reports,
  subscriptions,
  configuration,
  approvals,
  batches,
  system,
  leaving,
]

/** What is declared about each table, in the order in which erasing goes through them. */
export const registry: ReadonlyMap<string, Holding | Impersonal> = new Map(
  rooms.flatMap((room) => Object.entries(room) as [string, Holding | Impersonal][]),
)

/** The tables that hold something about people. */
export const holdings: readonly (readonly [table: string, holding: Holding])[] = [...registry].flatMap(
  ([table, declared]) => (isPersonal(declared) ? [[table, declared] as const] : []),
)

/** A condition, for one account: `$1` may stand in it as an id and as a text. */
export const about = (condition: string): string => `(${condition.replaceAll('$1', '$1::uuid')})`
