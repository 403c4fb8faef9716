import { randomUUID } from 'node:crypto'
import { decide } from './deciding.ts'
import type { Person } from './people.ts'
import { shared, startWorld, type World } from './world.ts'

// Helpers shared by the tests of bans for fraud.

const started = shared(async () => {
  const world = await startWorld()
  return { world, ines: await world.administrator(), june: await world.administrator() }
})

export const write = ({ client }: Person, id: string) =>
  client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text: 'Can you buy me a gift card?' } })

/** Sam wrote to Ben, who replied, and to Cleo, who didn't; he matched with Dora but didn't write to her. */
export async function startScam() {
  const { world, ...staff } = await started()
  const [ines, june] = [await world.signedInAgain(staff.ines), await world.signedInAgain(staff.june)]
  const [sam, ben] = [await world.dater({ firstName: 'Sam' }), await world.dater({ firstName: 'Ben' })]
  const [cleo, dora] = [await world.dater({ firstName: 'Cleo' }), await world.dater({ firstName: 'Dora' })]
  const withBen = await world.matched(sam, ben)
  await write(sam, withBen)
  await write(ben, withBen)
  await write(sam, await world.matched(sam, cleo))
  await world.matched(sam, dora)
  return { world, ines, june, sam, ben, cleo, dora }
}

export async function banForFraud({ ines, june, sam }: Record<'ines' | 'june' | 'sam', Person>) {
  const { _id } = await decide(ines, sam, { kind: 'ban', fraud: true })
  const { approvals } = (await june.client.listApprovals({ query: { open: 'true' } })).data
  await june.client.approve({ params: { id: approvals[0]!._id } })
  return { params: { id: _id } }
}

/** Another administrator overturns a ban after an appeal. */
export async function overturn(world: World, banned: Person, { params }: { params: { id: string } }) {
  const own = await world.signedInAgain(banned)
  const { appeal } = (await own.client.appealDecision({ params, body: { message: 'It was my cousin.' } })).data
  const omar = await world.administrator()
  const body = { outcome: 'overturned', reason: 'The cousin has written from their phone.' } as const
  await omar.client.decideAppeal({ params: { id: appeal._id }, body })
}

export const release = async ({ client }: Person, params: { id: string }) => {
  const { version } = (await client.getFraudWarning({ params })).data.warning
  return client.releaseFraudWarning({ params, ifMatch: version })
}

export const warned = async (world: World, { email }: Person) =>
  (await world.mailsTo(email, 0)).flatMap(({ subject, text }) => (subject.includes('A warning about') ? [text] : []))

export const told = async ({ client }: Person) =>
  (await client.listNotifications()).data.notifications.flatMap(({ kind, text }) => (kind === 'security' ? [text] : []))
