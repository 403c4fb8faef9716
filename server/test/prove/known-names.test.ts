import { expect, test } from 'vitest'
import { sendDueWarnings } from '../../src/features/moderation/fraud/fraud.ts'
import { days, minutes } from '../../src/infra/clock.ts'
import { decide, settle } from '../deciding.ts'
import { told, warned } from '../frauds.ts'
import type { Person } from '../people.ts'
import { startWorld, until, type World } from '../world.ts'

// Members who no longer see someone know them by the last name they saw, in every list.

const rename = async (world: World, { client }: Person, firstName: string) => {
  world.turnClock(minutes(1))
  await client.editProfile({ body: { firstName } })
  world.turnClock(minutes(1))
}

/** All names by which one member knows another, whether or not the two see each other. */
async function namesFor({ client }: Person, { user: { _id: userId } }: Person): Promise<string[]> {
  const { contacts } = (await client.listContacts()).data
  const { reports } = (await client.listMyReports({ query: {} })).data
  const { blocks } = (await client.listBlocks()).data
  return [
    ...contacts.filter(({ _id }) => _id === userId).map(({ name }) => `contact ${name}`),
    ...reports.filter(({ about }) => about?._id === userId).map(({ about }) => `report ${about?.name}`),
    ...blocks.filter(({ _id }) => _id === userId).map(({ firstName }) => `block ${firstName}`),
  ]
}

const reportAbout = ({ client }: Person, { user }: Person, description = 'Writes to me again and again.') =>
  client.createReport({ body: { problem_type: 'Harassment', description, userId: user._id } })

test('someone who was blocked knows the person by the old name, also in reports and blocks that come later', async () => {
  const world = await startWorld()
  // A block between two others, before Pia and Bob had accounts.
  const [ann, max] = [await world.dater({ firstName: 'Ann' }), await world.dater({ firstName: 'Max' })]
  await ann.client.block({ body: { userId: max.user._id } })
  world.turnClock(minutes(1))
  const [pia, bob] = [await world.dater({ firstName: 'Pia' }), await world.dater({ firstName: 'Bob' })]
  await world.matched(bob, pia)
  await reportAbout(bob, pia)
  await rename(world, pia, 'Paula')
  expect(await namesFor(bob, pia)).toEqual(['contact Paula', 'report Pia'])
  await pia.client.block({ body: { userId: bob.user._id } })
  await rename(world, pia, 'Petra')
  await rename(world, pia, 'Renata')
  expect(await namesFor(bob, pia)).toEqual(['contact Paula', 'report Pia'])
  const late = await bob.client.createReport({
    body: { problem_type: 'Other', description: 'She has blocked me since.', userId: pia.user._id },
  })
  expect(late.data.report.about?.name).toBe('Paula')
  await bob.client.block({ body: { userId: pia.user._id } })
  expect(await namesFor(bob, pia)).toEqual(['contact Paula', 'report Paula', 'report Pia', 'block Paula'])
  await rename(world, bob, 'Robert')
  expect(await namesFor(pia, bob)).toEqual(['contact Bob', 'block Bob'])
  const ines = await world.administrator()
  const { report } = (await ines.client.getReport({ params: { id: late.data.report._id } })).data
  expect(report.about?.name).toBe('Renata')
})

test('a match that ended, and a profile that is hidden, keep new names to themselves', async () => {
  const world = await startWorld()
  const [pia, bob] = [await world.dater({ firstName: 'Pia' }), await world.dater({ firstName: 'Bob' })]
  const id = await world.matched(bob, pia)
  world.turnClock(minutes(1))
  await pia.client.unmatch({ params: { id }, body: {} })
  await pia.client.setPrivacy({ body: { paused: true } })
  await rename(world, pia, 'Renata')
  await bob.client.block({ body: { userId: pia.user._id } })
  await reportAbout(bob, pia)
  expect(await namesFor(bob, pia)).toEqual(['contact Pia', 'report Pia', 'block Pia'])
  // A member who never saw the person learns no name from an id.
  const eve = await world.dater({ firstName: 'Eve' })
  await eve.client.block({ body: { userId: pia.user._id } })
  expect(await namesFor(eve, pia)).toEqual([])
})

test('a warning about fraud has the name that its reader knows', async () => {
  const world = await startWorld()
  const [sam, ben] = [await world.dater({ firstName: 'Sam' }), await world.dater({ firstName: 'Ben' })]
  const id = await world.matched(ben, sam)
  await sam.client.sendMessage({ params: { id }, body: { clientId: 'client-1', text: 'Send me a gift card?' } })
  world.turnClock(minutes(1))
  await ben.client.unmatch({ params: { id }, body: {} })
  await rename(world, sam, 'Ronald')
  const ines = await world.administrator()
  await decide(ines, sam, { kind: 'ban', fraud: true })
  await settle(world)
  world.turnClock(days(4))
  await sendDueWarnings(world.deps)
  const texts = await told(await world.signedInAgain(ben))
  expect(texts).toEqual([expect.stringContaining('We banned Sam')])
  const mails = await until(async () => (await warned(world, ben)).length > 0 && warned(world, ben))
  expect(mails).toEqual([expect.stringContaining('We banned Sam')])
})
