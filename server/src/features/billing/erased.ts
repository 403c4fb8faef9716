import type { Deps } from '../../deps.ts'
import { eachByItself } from '../../infra/jobs.ts'
import { existingCustomerOf, forgetCustomers } from './customers.ts'
import * as queries from './queries.ts'
import { endSuperseded } from './superseded.ts'
import { endNow } from './sync.ts'

/** Ends everything of an erased person's at the provider: what they pay for, what they could still pay, and their cards. */
export async function endBillingOf(context: Deps, accountId: string): Promise<void> {
  const { payments } = context
  const rows = (await queries.ofAccount(context.db, accountId)).filter(
    ({ provider, status }) => provider === payments.name && status !== 'canceled',
  )
  const customer = await existingCustomerOf(context, accountId)
  const end = async (row: queries.Row) => {
    if (!row.provider_id) return
    await (row.status === queries.SUPERSEDED ? endSuperseded(context, row) : endNow(context, row.provider_id))
  }
  const removeCards = async () => {
    if (customer) await eachByItself(await payments.methods(customer), ({ id }) => payments.removeMethod(customer, id))
  }
  await eachByItself([...rows.map((row) => () => end(row)), removeCards], (step) => step())
  // It goes last: as long as anything above fails and is tried again, it says who they are there.
  await forgetCustomers(context.db, accountId)
}
