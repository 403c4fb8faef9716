import { ApiError, type PaymentMethod } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { ensureCustomer, findCustomer } from '../gateway/ensure-customer.ts'
import { syncSubscription } from '../gateway/sync-subscription.ts'
import { findLiving } from '../subscriptions.sql.ts'

const noCard = () => new ApiError('not_found', 'We couldn’t find this card.')

async function getCustomer(context: Deps, account: Account): Promise<string> {
  const customer = await findCustomer(context, account.id)
  if (!customer) throw noCard()
  return customer
}

export async function listCards(context: Deps, account: Account): Promise<PaymentMethod[]> {
  const customer = await findCustomer(context, account.id)
  if (!customer) return []
  return (await context.payments.methods(customer)).map(({ id, ...card }) => ({ _id: id, ...card }))
}

export async function setDefaultCard(context: Deps, account: Account, id: string): Promise<void> {
  if (!(await context.payments.setDefault(await getCustomer(context, account), id))) throw noCard()
  const row = await findLiving(context.db, account.id)
  if (row?.provider_id) await syncSubscription(context, row.provider_id)
}

export async function removeCard(context: Deps, account: Account, id: string): Promise<void> {
  if (!(await context.payments.removeMethod(await getCustomer(context, account), id))) throw noCard()
}

export const startCardSetup = async (context: Deps, account: Account) =>
  context.payments.setupIntent(await ensureCustomer(context, account.id))
