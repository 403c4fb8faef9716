import { paths } from '../paths.ts'

type Due = { requiresVerification: boolean; user: { isAdmin: boolean } }

/** Where somebody who has just signed in goes when they asked for no page: to the next thing that they have to do. */
export const nextStep = ({ requiresVerification, user }: Due): string =>
  user.isAdmin ? paths.dashboard : requiresVerification ? paths.verifyEmail : paths.home
