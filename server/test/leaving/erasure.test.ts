import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { days } from '../../src/infra/clock.ts'
import { blockContacts } from '../contacts.ts'
import { mediaFolder } from '../../src/config.ts'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { dropExport } from '../../src/features/leaving/export.ts'
import { sendDueDigests } from '../../src/features/delivery/notifications/notifications.ts'
import { sweepDroppedFiles } from '../../src/features/profiles/pictures/jobs.ts'
import { ownExport } from '../own-export.ts'
import type { Person } from '../people.ts'
import { pay } from '../sandbox-payments.ts'
import { filesWith, tracesIn } from '../traces.ts'
import { startWorld, until, type World } from '../world.ts'

// After an erasure, no data about a person is left.

const words = {
  email: 'zephyrine.q@people.example',
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  bio: 'marmalanterns',
  message: 'kumquatness',
  note: 'plumbleberry',
  search: 'snorkelwood',
  alt: 'gullywhistle',
  device: 'toasterphone',
}

async function leave(world: World, { client, password }: Person): Promise<void> {
  await client.deleteAccount({ body: { password } })
  world.turnClock(days(31))
  await eraseDue(world.deps)
}

const say = ({ client }: Person, id: string, body: object) =>
  client.sendMessage({ params: { id }, body: { clientId: randomUUID(), ...body } })

/** Pays by card in the sandbox. */
async function subscribe(world: World, { client }: Person): Promise<void> {
  const { clientSecret, ...checkout } = (await client.createSubscription({ body: { plan: 'monthly' } })).data
  expect((await pay(world, clientSecret)).status).toBe(200)
  await client.confirmSubscription({
    body: { subscriptionId: checkout.subscriptionId, paymentIntentId: checkout.paymentIntentId },
  })
}

/** Inserts a picture with the files that an upload creates. */
async function withFiles(world: World, person: Person, more: object): Promise<string> {
  const { public_id } = await world.picture(person, 0, { alt: words.alt, ...more })
  for (const size of ['small', 'medium', 'large'])
    await world.deps.storage.put(`${public_id}/${size}.webp`, randomBytes(20))
  return public_id
}

test('nothing is left of an erased person in any table or file', async () => {
  const world = await startWorld({ eavesdrop: false })
  const { email, firstName, lastName } = words
  const zeph = await world.dater({ email, firstName, lastName }, { bio: `I mend ${words.bio}.` })
  const [ben, cleo, dan] = [
    await world.dater({ firstName: 'Ben' }),
    await world.dater({ firstName: 'Cleo' }),
    await world.dater({ firstName: 'Dan' }),
  ]
  const ines = await world.administrator()
  for (const { client } of [ben, cleo, dan])
    await client.setNotificationSettings({
      body: { kinds: { message: { mail: 'now', push: false }, superlike: { mail: 'now', push: false } } },
    })
  const match = await world.matched(zeph, ben)
  const sent = await withFiles(world, zeph, { position: null })
  await say(zeph, match, { text: `What ${words.message}!` })
  await say(zeph, match, { publicId: sent })
  await say(ben, match, { text: 'Indeed.' })
  await zeph.client.choose({ body: { userId: cleo.user._id, action: 'superlike', note: words.note } })
  const ended = await world.matched(zeph, dan)
  await zeph.client.unmatch({ params: { id: ended }, body: { closing: 'no-time' } })
  await zeph.client.saveSearch({ body: { name: words.search, query: { q: words.search } } })
  await blockContacts(zeph, 'someone@people.example')
  await ines.client.editUser({ params: { id: zeph.user._id }, body: { bio: `I mended ${words.bio}.` } })
  await world.query(`insert into push_subscriptions (account_id, session_id, endpoint, p256dh, auth, created_at)
    values ('${zeph.user._id}', (select id from sessions where account_id = '${zeph.user._id}' limit 1), 'https://push.example/${words.device}', 'k', 'a', now())`)
  world.turnClock(31_000)
  await sendDueDigests(world.deps)
  await until(async () => (await world.mailsTo(cleo.email)).some(({ subject }) => subject.includes(firstName)))
  await zeph.client.exportOwnData()
  await until(async () => (await world.mailsTo(email)).some(({ text }) => text.includes('/settings/export')))
  await leave(world, zeph)
  await until(async () => (await world.mailsTo(email)).some(({ subject }) => subject.includes('account was deleted')))
  await sweepDroppedFiles(world.deps)
  await until(async () => (await tracesIn(world, [email])).length === 0)
  expect(await tracesIn(world, Object.values(words))).toEqual([])
  mkdirSync(mediaFolder(world.config), { recursive: true })
  await until(() => filesWith(mediaFolder(world.config), [sent, zeph.user._id.replaceAll('-', '')]).length === 0)
})

test('erasing a person ends their subscription at the gateway, and nothing more is charged', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  await subscribe(world, ada)
  const statuses = async () => (await world.deps.sandbox!.read().find('subscription')).map(({ status }) => status)
  expect(await statuses()).toEqual(['active'])
  await leave(world, ada)
  await until(async () => (await statuses()).includes('canceled'))
  expect(await world.deps.sandbox!.read().find('invoice')).toHaveLength(1)
})

test('an unreachable gateway does not stop an erasure, and staff see what is left to end', async () => {
  const world = await startWorld({ eavesdrop: false })
  const [ada, ines] = [await world.dater(), await world.administrator()]
  await subscribe(world, ada)
  const customers = async () => (await world.query('select customer_id from payment_customers')).rows
  expect(await customers()).toEqual([{ customer_id: expect.stringMatching(/^cus_/) as string }])
  await world.query('update pgboss.queue set retry_limit = 0')
  await world.query('alter table sandbox_objects rename to away')
  await leave(world, ada)
  const { client: staff } = await world.signedInAgain(ines)
  const job = await until(async () =>
    (await staff.listFailedJobs()).data.jobs.find((each) => each.job === 'end-billing'),
  )
  expect(job.about).toEqual({ accountId: ada.user._id })
  // The retried job still needs the gateway's customer id.
  expect(await customers()).toHaveLength(1)
  await world.query('alter table away rename to sandbox_objects')
  await staff.retryFailedJob({ params: { id: job._id } })
  await until(async () => (await world.deps.sandbox!.read().find('payment_method')).length === 0)
  await until(async () => (await customers()).length === 0)
})

test('the log entries of an erased person are redacted, but still show that something was done', async () => {
  const world = await startWorld({ eavesdrop: false })
  const [ada, ines] = [await world.dater(), await world.administrator()]
  await ines.client.editUser({ params: { id: ada.user._id }, body: { bio: 'I mend lanterns.' } })
  const count = async (what: string) => (await world.query(`select from ${what}`)).rows.length
  const mentions = () => count(`audit_contents where details::text like '%lanterns%'`)
  const done = () => count(`audit_log where subject_id = '${ada.user._id}' and action = 'account.edited'`)
  expect([await mentions(), await done()]).toEqual([1, 1])
  await leave(world, ada)
  expect([await mentions(), await done()]).toEqual([0, 1])
})

test('an export that no one downloads is deleted when its link expires', async () => {
  const world = await startWorld()
  const ada = await world.member()
  const folder = mediaFolder(world.config)
  mkdirSync(folder, { recursive: true })
  const files = () => filesWith(folder, [ada.user._id.replaceAll('-', '')])
  await ada.client.exportOwnData()
  await until(async () => (await world.mailsTo(ada.email)).some(({ text }) => text.includes('/settings/export')))
  await dropExport(world.deps, ada.user._id)
  expect(files()).toHaveLength(1)
  world.turnClock(days(1))
  await dropExport(world.deps, ada.user._id)
  expect(files()).toEqual([])
  // Creating the export also queued the job that deletes it.
  const { rows } = await world.query(`select start_after > now() + interval '23 hours' as later from pgboss.job
    where name = 'drop-export' and state = 'created'`)
  expect(rows).toEqual([{ later: true }])
})

test('an export has every part that is promised', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  await ada.client.saveSearch({ body: { name: 'Near me', query: { q: 'harbour' } } })
  await blockContacts(ada, 'someone@people.example')
  const zip = await ownExport(world, ada)
  const data = JSON.parse(new TextDecoder().decode(zip['data.json'])) as Record<string, unknown>
  const parts =
    'searches contacts ownContacts sessions identities notifications notificationSettings reactions push boosts photoChecks'
  expect(parts.split(' ').filter((part) => !(part in data))).toEqual([])
  expect(data).toMatchObject({
    account: [{ email: ada.email }],
    searches: [{ name: 'Near me', query: { q: 'harbour' } }],
    contacts: [{ kind: 'email', hint: 's…@people.example' }],
    sessions: [{ ended_at: null }],
    notificationSettings: { kinds: { message: { mail: 'daily' } } },
  })
})

test('passes about an erased person stay, but no undo finds them', async () => {
  // The notice about her becomes another person's text once she is erased.
  const world = await startWorld({ eavesdrop: false })
  const [ada, ben, cleo, dora] = [await world.dater(), await world.dater(), await world.dater(), await world.dater()]
  const choose = ({ client }: Person, { user }: Person, action: 'like' | 'pass') =>
    client.choose({ body: { userId: user._id, action } })
  await choose(dora, ada, 'pass')
  await dora.client.choose({ body: { userId: cleo.user._id, action: 'pass', note: 'Cleo is not for me.' } })
  await choose(ben, cleo, 'like')
  await world.query(
    `update accounts set state = 'deleting', deletion_due_at = now() - interval '1 hour' where id = '${cleo.user._id}'`,
  )
  await eraseDue(world.deps)
  const { rows } = await world.query(
    `select chooser_id, action, note from choices where chosen_id = '${cleo.user._id}'`,
  )
  expect(rows).toEqual([{ chooser_id: dora.user._id, action: 'pass', note: null }])
  expect((await dora.client.undoChoice()).data.undone).toEqual({ userId: ada.user._id, action: 'pass' })
})

test('the list of erasures exists, empty, before the first erasure', async () => {
  const world = await startWorld()
  await eraseDue(world.deps)
  expect(readFileSync(join(world.config.DATA_DIR, 'erasures.log'), 'utf8')).toBe('')
})
