import type { Deps } from '../../../deps.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { deleteCustomers } from '../gateway/customers.sql.ts'
import { endSuperseded } from '../gateway/end-superseded.ts'
import { findCustomer } from '../gateway/ensure-customer.ts'
import { endSubscription } from '../gateway/sync-subscription.ts'
import { SUPERSEDED } from '../rules.ts'
import { isAtGateway, listOfAccount, type GatewayRow } from '../subscriptions.sql.ts'

export async function endBillingOf(context: Deps, accountId: string): Promise<void> {
  const { db, payments } = context
  const rows = (await listOfAccount(db, accountId))
    .filter(({ provider, status }) => provider === payments.name && status !== 'canceled')
    .filter(isAtGateway)
  const customer = await findCustomer(context, accountId)
  const end = (row: GatewayRow) =>
    row.status === SUPERSEDED ? endSuperseded(context, row) : endSubscription(context, row.provider_id)
  const removeCards = async () => {
    if (customer)
      await forEachSeparately(await payments.methods(customer), ({ id }) => payments.removeMethod(customer, id))
  }
  await forEachSeparately<() => Promise<unknown>>([...rows.map((row) => () => end(row)), removeCards], (step) => step())
  // The customer is deleted last: if a step fails, the retry needs it to find the member at the gateway.
  await deleteCustomers(db, accountId)
}
