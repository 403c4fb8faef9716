import type { providers } from '@kindred/contract'
import { networkOf } from '../../../http/caller.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { minutes } from '../../../infra/clock.ts'
import { stepUpBudgets } from '../sessions/elevate-session.ts'
import { listIdentities } from './identities.sql.ts'
import { linkIdentity } from './link-identity.ts'
import { readFacebook, readGoogle, startRedirect } from './read-identity.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'
import { stepUpWithProvider } from './step-up-with-provider.ts'
import { toIdentity } from './to-identity.ts'
import { unlinkProvider } from './unlink-provider.ts'

const done = { done: true } as const

const limitRequests = ({ budgets, caller }: Pick<Context, 'budgets' | 'caller'>) =>
  budgets.spend([{ key: `provider:from:${networkOf(caller.address)}`, limit: 100, within: minutes(15) }])

export const providerHandlers: Handlers<typeof providers> = {
  google: async (context, { body }) => {
    await limitRequests(context)
    return { data: await signInWithProvider(context, await readGoogle(context, body.tokenId)) }
  },
  facebook: async (context, { body }) => {
    await limitRequests(context)
    return { data: await signInWithProvider(context, await readFacebook(context, body.accessToken, body.userID)) }
  },
  startProvider: async (context, { params }) => {
    await limitRequests(context)
    return { data: await startRedirect(context, params.provider) }
  },
  listIdentities: async ({ db, viewer }) => {
    const rows = await listIdentities(db, viewer.account.id)
    return { data: { identities: rows.map(toIdentity), hasPassword: viewer.account.password_hash !== null } }
  },
  linkGoogle: async (context, { body }) => {
    await linkIdentity(context, context.viewer, await readGoogle(context, body.tokenId))
    return done
  },
  linkFacebook: async (context, { body }) => {
    await linkIdentity(context, context.viewer, await readFacebook(context, body.accessToken, body.userID))
    return done
  },
  stepUpByGoogle: async (context, { body }) => {
    await context.budgets.spend(stepUpBudgets(context.viewer))
    await stepUpWithProvider(context, context.viewer, await readGoogle(context, body.tokenId))
    return done
  },
  stepUpByFacebook: async (context, { body }) => {
    await context.budgets.spend(stepUpBudgets(context.viewer))
    await stepUpWithProvider(context, context.viewer, await readFacebook(context, body.accessToken, body.userID))
    return done
  },
  unlinkProvider: async (context, { params }) => {
    await unlinkProvider(context, context.viewer, params.provider)
    return done
  },
}
