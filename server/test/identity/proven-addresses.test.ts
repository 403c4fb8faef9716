import { expect, test } from 'vitest'
import { tokenIn } from '../outbox.ts'
import { withPasskey } from '../passkeys.ts'
import { disownLink, letters, login, moveTo, NEXT, resetLink, SPENT, startHome, thiefOf } from '../taking-back.ts'
import { shared } from '../world.ts'

// Only addresses that were proven to be the owner's can take an account back.

const here = shared(startHome)

test('a thief who moves on to a second address can’t undo the undo', async () => {
  const { world } = await here()
  const ada = await world.member()
  const thief = await thiefOf(world, ada)
  const [evil1, evil2] = [`one.${ada.email}`, `two.${ada.email}`]
  await moveTo(world, thief, evil1)
  await moveTo(world, thief, evil2)
  const undo = tokenIn((await letters(world, ada.email, 'now go to'))[0]!)
  // The email to the thief's first address says what happened, but has no link.
  const [notice] = await letters(world, evil1, 'now go to')
  expect(notice!.text).not.toContain('#token=')
  // The owner is notified of the second change, too. The first link voids the second one.
  const later = tokenIn((await letters(world, ada.email, 'now go to', 2))[1]!)
  await world.client().undoEmail({ body: { token: undo } })
  await expect(world.client().undoEmail({ body: { token: later } })).rejects.toMatchObject(SPENT)
  await world.client().resetPassword({ body: { token: await resetLink(world, ada.email), password: NEXT } })
  await login(world, ada.email, NEXT)
  for (const address of [evil1, evil2])
    for (const { text } of await world.mailsTo(address)) expect(text).not.toContain('/recover#')
})

test('a thief who has kept an address for weeks hears nothing more once the owner is back', async () => {
  const { world } = await here()
  const ada = await world.member()
  const evil = `evil.${ada.email}`
  const thief = await thiefOf(world, ada)
  await moveTo(world, thief, evil)
  await world.query(`
    update accounts set email_verified_at = email_verified_at - interval '12 days' where id = '${ada.user._id}';
    update former_addresses set ended_at = ended_at - interval '12 days', proven_at = proven_at - interval '12 days'
    where account_id = '${ada.user._id}';
    update secrets set created_at = created_at - interval '12 days' where account_id = '${ada.user._id}'`)
  await withPasskey(thief, 'Evil key')
  const evilLink = await disownLink(world, evil, 'Evil key')
  const undo = await disownLink(world, ada.email, 'now go to')
  const { data } = await world.client().openRecovery({ body: { token: undo } })
  await expect(world.client().openRecovery({ body: { token: evilLink } })).rejects.toMatchObject(SPENT)
  const before = (await world.mailsTo(evil)).length
  await world.client().finishRecovery({ body: { recoveryToken: data.recoveryToken, keep: [], password: NEXT } })
  await letters(world, ada.email, 'Your password was changed')
  expect(await world.mailsTo(evil)).toHaveLength(before)
})

test('an address counts from the seventh day, and the first one that was proven at once', async () => {
  const { world } = await here()
  const ada = await world.member()
  const [second, third, fourth] = [`b.${ada.email}`, `c.${ada.email}`, `d.${ada.email}`]
  await moveTo(world, ada, second)
  const age = (interval: string) =>
    world.query(
      `update accounts set email_verified_at = email_verified_at - interval '${interval}' where id = '${ada.user._id}'`,
    )
  await age('6 days 23 hours')
  await moveTo(world, ada, third)
  await letters(world, second, 'now go to')
  expect((await world.mailsTo(second)).some(({ text }) => text.includes('/recover#'))).toBe(false)
  await age('7 days')
  await moveTo(world, ada, fourth)
  await letters(world, third, 'now go to')
})

test('no one can register an address to keep its owner from going back to it', async () => {
  const { world } = await here()
  const ada = await world.member()
  await moveTo(world, await thiefOf(world, ada), `evil.${ada.email}`)
  await expect(world.newcomer({ email: ada.email })).rejects.toMatchObject({ code: 'already_exists' })
  const undo = await disownLink(world, ada.email, 'now go to')
  expect((await world.client().openRecovery({ body: { token: undo } })).data.email).toBe(ada.email)
})
