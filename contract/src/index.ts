import { account } from './account.ts'
import { address } from './address.ts'
import { administration } from './administration.ts'
import { approvals } from './approvals.ts'
import { auditing } from './audit.ts'
import { auth } from './auth.ts'
import { batches } from './batches.ts'
import { billing } from './billing.ts'
import { chat } from './chat.ts'
import { choices } from './choices.ts'
import { configuration } from './configuration.ts'
import { discovery } from './discovery.ts'
import { dossiers } from './dossiers.ts'
import { failedJobs } from './failed-jobs.ts'
import { leaving } from './leaving.ts'
import { matches } from './matches.ts'
import { notifications } from './notifications.ts'
import { passkeyProofs, passkeys } from './passkeys.ts'
import { people } from './people.ts'
import { photoChecks } from './photo-checks.ts'
import { pictures } from './pictures.ts'
import { places } from './places.ts'
import { privacy } from './privacy.ts'
import { profile } from './profile.ts'
import { providers } from './providers.ts'
import { questions } from './questions.ts'
import { reports } from './reports.ts'
import { reviews } from './reviews.ts'
import { secondFactors } from './second-factor.ts'
import { sessions } from './sessions.ts'
import { subscriptions } from './subscriptions.ts'
import { system } from './system.ts'
import { verification } from './verification.ts'

/** Every call there is. The web takes them from the file of its topic instead, so that it carries only what it uses. */
export const api = {
  ...system,
  ...auth,
  ...verification,
  ...sessions,
  ...account,
  ...address,
  ...leaving,
  ...secondFactors,
  ...passkeys,
  ...passkeyProofs,
  ...profile,
  ...pictures,
  ...places,
  ...privacy,
  ...people,
  ...photoChecks,
  ...discovery,
  ...choices,
  ...matches,
  ...questions,
  ...chat,
  ...notifications,
  ...reports,
  ...subscriptions,
  ...billing,
  ...auditing,
  ...configuration,
  ...reviews,
  ...administration,
  ...batches,
  ...approvals,
  ...failedJobs,
  ...dossiers,
  ...providers,
}
export type Api = typeof api

export * from './account.ts'
export * from './address.ts'
export * from './administration.ts'
export * from './approvals.ts'
export * from './audit.ts'
export * from './batches.ts'
export * from './billing.ts'
export * from './auth.ts'
export * from './chat.ts'
export * from './choices.ts'
export * from './client.ts'
export * from './configuration.ts'
export * from './discovery.ts'
export * from './dossiers.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './failed-jobs.ts'
export * from './leaving.ts'
export * from './matches.ts'
export * from './notifications.ts'
export * from './passkeys.ts'
export * from './people.ts'
export * from './photo-checks.ts'
export * from './pictures.ts'
export * from './places.ts'
export * from './privacy.ts'
export * from './profile.ts'
export * from './providers.ts'
export * from './questions.ts'
export * from './reports.ts'
export * from './reviews.ts'
export * from './route.ts'
export * from './second-factor.ts'
export * from './sessions.ts'
export * from './subscriptions.ts'
export * from './system.ts'
export * from './users.ts'
export * from './verification.ts'
