import type { Provider, providers } from '@kindred/contract'
import { networkOf } from '../../../http/caller.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { minutes } from '../../../infra/clock.ts'
import { linkTo, readFacebook, readGoogle, signInWith, startRedirect, unlink } from './service.ts'

const done = { done: true } as const

const ration = ({ budgets, caller }: Pick<Context, 'budgets' | 'caller'>) =>
  budgets.spend([{ key: `provider:from:${networkOf(caller.address)}`, limit: 100, within: minutes(15) }])

export const providerHandlers: Handlers<typeof providers> = {
  google: async (context, { body }) => {
    await ration(context)
    return { data: await signInWith(context, await readGoogle(context, body.tokenId)) }
  },
  facebook: async (context, { body }) => {
    await ration(context)
    return { data: await signInWith(context, await readFacebook(context, body.accessToken, body.userID)) }
  },
  startProvider: async (context, { params }) => {
    await ration(context)
    return { data: await startRedirect(context, params.provider) }
  },
  listIdentities: async ({ db, viewer }) => {
    const rows = await db
      .selectFrom('identities')
      .selectAll()
      .where('account_id', '=', viewer.account.id)
      .orderBy('provider')
      .execute()
    const identities = rows.map((row) => ({
      provider: row.provider as Provider,
      linkedAt: row.created_at.toISOString(),
    }))
    return { data: { identities, hasPassword: viewer.account.password_hash !== null } }
  },
  linkGoogle: async (context, { body }) => {
    await linkTo(context, context.viewer.account.id, await readGoogle(context, body.tokenId))
    return done
  },
  linkFacebook: async (context, { body }) => {
    await linkTo(context, context.viewer.account.id, await readFacebook(context, body.accessToken, body.userID))
    return done
  },
  unlinkProvider: async (context, { params }) => {
    await unlink(context, context.viewer.account, params.provider)
    return done
  },
}
