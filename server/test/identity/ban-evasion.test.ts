import { expect, test } from 'vitest'
import { cleanUp } from '../../src/features/identity/index.ts'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { days } from '../../src/infra/clock.ts'
import { decide } from '../deciding.ts'
import { startProviders } from '../fake-providers.ts'
import { tokenIn } from '../outbox.ts'
import { nameOf, registration, type Person } from '../people.ts'
import { shared, startWorld, until, type World } from '../world.ts'

/** A world with only one administrator, who needs no approval for bans. */
async function startBanning(...options: Parameters<typeof startWorld>) {
  const world = await startWorld(...options)
  return { world, ines: await world.administrator() }
}
const anyWorld = shared(startBanning)

const REFUSED = 'This email can’t be used for Kindred'
const CONFIRM = 'Confirm your email for Kindred'

let count = 0
async function banned(world: World, ines: Person, email?: string): Promise<{ ada: Person; decision: string }> {
  const ada = await world.dater(email ? { email } : {})
  const { _id } = await decide(ines, ada, { kind: 'ban' })
  return { ada, decision: _id }
}
const tagged = (email: string) => email.replace('@', `+${++count}@`)
const rows = async (world: World) => (await world.query('select account_id from banned_addresses')).rows

/** Registers, which looks like any other registration, and returns the email that the mailbox gets. */
async function join(world: World, email: string) {
  const person = await world.newcomer({ email, firstName: nameOf(++count) })
  const other = await world.newcomer({ firstName: nameOf(++count) })
  const shape = ({ user }: Person) => Object.keys(user).toSorted()
  expect(shape(person)).toEqual(shape(other))
  expect(person.user).toMatchObject({ isEmailVerified: false, emailVerificationSent: true })
  const mail = (await world.mailsTo(email)).at(-1)!
  return { person, subject: mail.subject, text: mail.text }
}

test('a banned mailbox joins no more: with a tag, after an erasure, for three years', async () => {
  const { world, ines } = await startBanning({ eavesdrop: false })
  const { ada } = await banned(world, ines)
  const { person, subject, text } = await join(world, tagged(ada.email))
  expect([subject, text.match(/\d{6}|token/)]).toEqual([REFUSED, null])
  await person.client.resendVerification({ body: {} })
  expect((await world.mailsTo(person.email, 2)).map((mail) => mail.subject)).toEqual([REFUSED, REFUSED])
  await world.client().forgotPassword({ body: { email: person.email } })
  expect((await world.mailsTo(person.email, 3)).map((mail) => mail.subject)).toEqual([REFUSED, REFUSED, REFUSED])

  const back = await world.signedInAgain(ada)
  await back.client.deleteAccount({ body: { password: ada.password } })
  world.turnClock(days(31))
  await eraseDue(world.deps)
  expect((await world.query(`select state, email from accounts where id = '${ada.user._id}'`)).rows).toEqual([
    { state: 'erased', email: null },
  ])
  const joined = async () => {
    const email = tagged(ada.email)
    return (await join(world, email)).subject
  }
  const again = await world.newcomer({ email: ada.email })
  await until(async () => (await world.mailsTo(ada.email)).at(-1)!.subject === REFUSED)
  expect(again.user.isEmailVerified).toBe(false)
  expect(await joined()).toBe(REFUSED)
  world.turnClock(days(3 * 365 - 40))
  await cleanUp(world.deps)
  expect(await joined()).toBe(REFUSED)
  world.turnClock(days(30))
  await cleanUp(world.deps)
  expect(await rows(world)).toEqual([])
  expect(await joined()).toBe(CONFIRM)
})

test('dots count where the provider tells them apart, and mailboxes of others are not affected', async () => {
  const { world, ines } = await anyWorld()
  await banned(world, ines, 'e.vil+dates@gmail.com')
  const { ada } = await banned(world, ines)
  for (const email of ['evil@gmail.com', 'E.V.I.L@googlemail.com', tagged(ada.email).toUpperCase()])
    expect([email, (await join(world, email)).subject]).toEqual([email, REFUSED])
  for (const email of ['evil@people.example', 'evil2@gmail.com', ada.email.replace('.', ''), registration().email])
    expect([email, (await join(world, email)).subject]).toEqual([email, CONFIRM])
})

test('a ban that ends or is undone frees the address at once, the end of another decision does not', async () => {
  const { world, ines } = await anyWorld()
  const [one, ada] = [await banned(world, ines), await world.dater()]
  await ines.client.undoDecision({ params: { id: one.decision } })
  expect((await join(world, tagged(one.ada.email))).subject).toBe(CONFIRM)
  const suspension = await decide(ines, ada, { kind: 'suspend', days: 7 })
  const ban = await decide(ines, ada, { kind: 'ban' })
  const lift = ({ _id }: { _id: string }) =>
    ines.client.liftDecision({ params: { id: _id }, body: { reason: 'They explained it.' } })
  await lift(suspension)
  expect((await join(world, tagged(ada.email))).subject).toBe(REFUSED)
  await lift(ban)
  expect((await join(world, tagged(ada.email))).subject).toBe(CONFIRM)
})

test('no link from before the ban, no change of address and no provider verifies a banned mailbox', async () => {
  const outside = await startProviders()
  const { world, ines } = await startBanning({ env: outside.env })
  const ada = await world.dater({ email: 'mira+1@gmail.com' })
  const [waiting, resetting] = [
    await world.newcomer({ email: 'mira+2@gmail.com' }),
    await world.newcomer({ email: 'mira+3@gmail.com' }),
  ]
  const link = tokenIn((await world.mailsTo(waiting.email))[0]!)
  await world.client().forgotPassword({ body: { email: resetting.email } })
  const reset = tokenIn((await world.mailsTo(resetting.email, 2))[1]!)
  const [eve, fay] = [await world.member({ firstName: 'Eve' }), await world.member({ firstName: 'Fay' })]
  await fay.client.changeEmail({ body: { email: 'mira+5@gmail.com', password: fay.password } })
  const change = tokenIn((await world.mailsTo('mira+5@gmail.com'))[0]!)
  await decide(ines, ada, { kind: 'ban' })

  const refused = { status: 400, code: 'invalid_secret' }
  await expect(world.client().verifyEmail({ body: { token: link } })).rejects.toMatchObject(refused)
  const password = 'cedar window thirteen'
  await expect(world.client().resetPassword({ body: { token: reset, password } })).rejects.toMatchObject(refused)
  await expect(fay.client.confirmEmail({ body: { token: change } })).rejects.toMatchObject(refused)
  await eve.client.changeEmail({ body: { email: 'mira+4@gmail.com', password: eve.password } })
  expect((await world.mailsTo('mira+4@gmail.com'))[0]!.subject).toBe(REFUSED)
  const google = async (email: string) => {
    const { address } = (await world.client().startProvider({ params: { provider: 'google' } })).data
    const tokenId = await outside.googleToken(new URL(address).searchParams.get('nonce')!, { email, sub: email })
    return world.client().google({ body: { tokenId } })
  }
  for (const email of ['mira@gmail.com', waiting.email])
    await expect(google(email)).rejects.toMatchObject({
      status: 409,
      message: 'You can’t use this email here, because an account with it was banned.',
    })
  const { rows: verified } = await world.query(`select email from accounts
    where email like 'mira%' and email_verified_at is not null`)
  expect(verified).toEqual([{ email: ada.email }])
  // The owner can still sign in to the banned account, and reset a lost password.
  await world.client().forgotPassword({ body: { email: ada.email } })
  const own = tokenIn(
    await until(async () => (await world.mailsTo(ada.email)).find(({ text }) => text.includes('/reset-password#'))),
  )
  await world.client().resetPassword({ body: { token: own, password } })
})

test('an address that was never verified bans no one, and earlier bans are remembered', async () => {
  const { world, ines } = await anyWorld()
  const [stranger, ada] = [await world.newcomer(), await world.member({ firstName: 'Bea' })]
  await decide(ines, stranger, { kind: 'ban' })
  expect((await join(world, tagged(stranger.email))).subject).toBe(CONFIRM)
  await world.setState(ada, 'banned')
  await cleanUp(world.deps)
  expect((await join(world, tagged(ada.email))).subject).toBe(REFUSED)
  const { rows: kept } = await world.query(`select encode(email_hash, 'escape') as hash from banned_addresses`)
  expect(JSON.stringify(kept)).not.toContain('people.example')
})
