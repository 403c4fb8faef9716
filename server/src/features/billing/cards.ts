import { ApiError, type PaymentMethod } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Account } from '../../http/session.ts'
import { customerOf, existingCustomerOf } from './customers.ts'
import * as queries from './queries.ts'
import { takeOver } from './sync.ts'

const noCard = () => new ApiError('not_found', 'There is no such card.')

async function ownCustomer(context: Deps, account: Account): Promise<string> {
  const customer = await existingCustomerOf(context, account.id)
  if (!customer) throw noCard()
  return customer
}

export async function methodsOf(context: Deps, account: Account): Promise<PaymentMethod[]> {
  const customer = await existingCustomerOf(context, account.id)
  if (!customer) return []
  return (await context.payments.methods(customer)).map(({ id, ...method }) => ({ _id: id, ...method }))
}

/** From now on it is this card; what runs, and what is owed, is paid with it. */
export async function useCard(context: Deps, account: Account, id: string): Promise<void> {
  if (!(await context.payments.setDefault(await ownCustomer(context, account), id))) throw noCard()
  const row = await queries.livingOf(context.db, account.id)
  if (row?.provider_id) await takeOver(context, row.provider_id)
}

export async function forgetCard(context: Deps, account: Account, id: string): Promise<void> {
  if (!(await context.payments.removeMethod(await ownCustomer(context, account), id))) throw noCard()
}

export const askForCard = async (context: Deps, account: Account) =>
  context.payments.setupIntent(await customerOf(context, account.id))
