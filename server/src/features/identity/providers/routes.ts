import { ApiError, Provider, type providers, message } from '@kindred/contract'
import { networkOf } from '../../../http/caller.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { unspent } from '../../../infra/budgets.ts'
import { minutes } from '../../../infra/clock.ts'
import { confirmSession, stepUpBudgets } from '../sessions/sessions.ts'
import { deleteIdentity, findAccountByIdentity, listIdentities, lockIdentities } from './queries.ts'
import {
  linkIdentity,
  type ProviderIdentity,
  readFacebook,
  readGoogle,
  startRedirect,
  signInWithProvider,
  providerNames,
} from './providers.ts'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { asAccount, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { lockOwnCredentials } from '../account/account.ts'
import { listPasskeys } from '../passkeys/queries.ts'
import { mailOwners } from '../recovery/mail-owners.ts'

async function unlinkProvider(context: Deps, viewer: Viewer, provider: Provider): Promise<void> {
  const { account } = viewer
  await unitOfWork(context, asAccount(account), async (work) => {
    const { tx } = work
    const { password_hash } = await lockOwnCredentials(tx, viewer)
    const linked = await lockIdentities(tx, account.id)
    if (!linked.some((identity) => identity.provider === provider))
      throw new ApiError('not_found', message('{provider} isn’t linked.', { provider: providerNames[provider] }))
    const isOnly = linked.length === 1 && password_hash === null
    if (isOnly && !(await hasUsablePasskey(tx, work.config, account.id)))
      throw new ApiError('conflict', 'This is your only way to sign in. Set a password first.')
    await deleteIdentity(tx, account.id, provider)
    const unlinked = { provider: providerNames[provider], at: work.now }
    await mailOwners(work, account.id, (link) => ({ kind: 'provider-unlinked', details: { ...unlinked, ...link } }))
    await audit(work, { action: 'identity.unlinked', subjectId: account.id, details: { provider } })
  })
}

/** The lock on the account's credentials keeps the result valid. */
async function hasUsablePasskey(tx: Tx, { passkeyHost }: Deps['config'], accountId: string): Promise<boolean> {
  return (await listPasskeys(tx, accountId)).some(({ host }) => host === passkeyHost)
}

/** Confirms the viewer's identity by a linked provider. It doesn't replace the code of two-step verification. */
async function stepUpWithProvider(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { provider, subject }: ProviderIdentity,
): Promise<void> {
  const owner = await findAccountByIdentity(db, provider, subject)
  if (owner?.id !== viewer.account.id)
    throw new ApiError(
      'invalid_credentials',
      message('This {provider} account isn’t linked to your account.', { provider: providerNames[provider] }),
    )
  if (viewer.hasSecondFactor) throw new ApiError('invalid_credentials', 'Please confirm with two-step verification.')
  await confirmSession(db, viewer, clock.now())
}

const toIdentity = (row: { provider: string; created_at: Date }) => ({
  provider: Provider.parse(row.provider),
  linkedAt: row.created_at.toISOString(),
})

const done = { done: true } as const

/** Only failures count: each is a request to the provider, and sign-ins of many people may come from one network. */
async function limitFailures<T>({ budgets, caller }: Pick<Context, 'budgets' | 'caller'>, read: () => Promise<T>) {
  const failures = { key: `provider:from:${networkOf(caller.address)}`, limit: 100, within: minutes(15) }
  await budgets.spend([unspent(failures)])
  return read().catch(async (error: unknown) => {
    await budgets.allows(failures)
    throw error
  })
}

export const providerHandlers: Handlers<typeof providers> = {
  google: async (context, { body }) => {
    const identity = await limitFailures(context, () => readGoogle(context, body.tokenId))
    return { data: await signInWithProvider(context, identity, body.invitation) }
  },
  facebook: async (context, { body }) => {
    const identity = await limitFailures(context, () => readFacebook(context, body.accessToken, body.userID))
    return { data: await signInWithProvider(context, identity, body.invitation) }
  },
  startProvider: async (context, { params }) => {
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
