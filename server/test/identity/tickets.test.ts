import { expect, test } from 'vitest'
import { tokenIn } from '../outbox.ts'
import type { Person } from '../people.ts'
import { startWorld, until, type World } from '../world.ts'

const download = (world: World, ticket: string) => world.request(`/api/v1/admin/users/export.csv?ticket=${ticket}`)

test('a ticket for the list of users stops working once its holder can no longer export', async () => {
  const world = await startWorld()
  const [june, kay] = [await world.administrator(), await world.administrator()]
  const since: Record<string, [number, (ines: Person) => Promise<unknown>]> = {
    'the role was taken': [
      401,
      async ({ user }) => {
        const { data } = await june.client.setRole({ params: { id: user._id }, body: { isAdmin: false } })
        await kay.client.approve({ params: { id: data.approval!._id } })
      },
    ],
    'the role is gone': [
      403,
      ({ user }) => world.query(`update accounts set is_admin = false where id = '${user._id}'`),
    ],
    deactivated: [
      401,
      async ({ user }) => {
        const { data } = await june.client.deactivateUser({ params: { id: user._id }, body: {} })
        await kay.client.approve({ params: { id: data.approval!._id } })
      },
    ],
    banned: [403, (ines) => world.setState(ines, 'banned')],
    'signed out': [401, ({ client, refreshToken }) => client.logout({ body: { refreshToken } })],
    'signed out by another': [
      401,
      async ({ user }) => {
        const { approval } = await june.client.endSessionsOf({ params: { id: user._id } })
        await kay.client.approve({ params: { id: approval!._id } })
      },
    ],
    deleted: [401, ({ client, password }) => client.deleteAccount({ body: { password } })],
  }
  for (const [what, [status, act]] of Object.entries(since)) {
    const ines = await world.administrator()
    const { ticket } = (await ines.client.issueExportTicket({ reason: 'A yearly count.' })).data
    await act(ines)
    expect([what, (await download(world, ticket)).status]).toEqual([what, status])
    await world.query(`update accounts set is_admin = true where id = '${ines.user._id}'`)
  }
  expect((await june.client.listAudit({ query: { action: 'users.exported' } })).data.entries).toEqual([])
  const { ticket } = (await june.client.issueExportTicket({ reason: 'A yearly count.' })).data
  // A request with an invalid filter doesn't use up the ticket.
  expect((await download(world, `${ticket}&status=zz`)).status).toBe(400)
  expect((await download(world, ticket)).status).toBe(200)
  expect((await download(world, ticket)).status).toBe(401)
})

test('a ticket for a data export ends with the session that requested it, unless its owner just signed out', async () => {
  const world = await startWorld({ env: { STAFF_2FA: 'optional' } })
  const fetched = (token: string) =>
    world.request('/api/v1/auth/export/file', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
  const linkFor = async ({ client, email }: Person) => {
    await client.exportOwnData()
    const sent = await until(async () =>
      (await world.mailsTo(email, 2)).find(({ text }) => text.includes('/settings/export')),
    )
    return tokenIn(sent)
  }
  const next = 'cedar window thirteen'
  const since: Record<string, [number, (ada: Person) => Promise<unknown>]> = {
    'a password was changed elsewhere': [
      400,
      async (ada) => {
        const { client, password } = await world.signedInAgain(ada)
        await client.changePassword({ body: { currentPassword: password, password: next } })
      },
    ],
    'every other session was ended': [400, async (ada) => (await world.signedInAgain(ada)).client.endOtherSessions()],
    'the account is erased': [
      400,
      ({ user }) => world.query(`update accounts set state = 'erased' where id = '${user._id}'`),
    ],
    'signed out': [200, ({ client, refreshToken }) => client.logout({ body: { refreshToken } })],
    'asked to be deleted': [200, ({ client, password }) => client.deleteAccount({ body: { password } })],
  }
  for (const [what, [status, act]] of Object.entries(since)) {
    const ada = await world.member()
    const token = await linkFor(ada)
    await act(ada)
    expect([what, (await fetched(token)).status]).toEqual([what, status])
    expect([what, (await fetched(token)).status]).toEqual([what, 400])
  }
})
