import { expect, test } from 'vitest'
import { alertSearches } from '../../src/features/discovery/index.ts'
import { settleAdmissions } from '../../src/features/identity/index.ts'
import { workers } from '../../src/workers.ts'
import { restrict } from '../admitting.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

// A job fails as long as it fails for one account, but first it does its work for all the others. It would otherwise
// never do it: its next try begins with the same accounts.

/** Refuses a change of some rows, as a row that our code doesn't expect would. */
async function refuse(world: World, change: string, table: string, rows: string): Promise<void> {
  await world.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
  await world.query(`create trigger refuse before ${change} on ${table} for each row when (${rows})
    execute function refuse()`)
}

test('members after a page with a failing account are let in', async () => {
  const world = await startWorld()
  const ines = await restrict(world, { join: 'open', waitingList: { least: 5 } })
  const ada = await world.dater()
  expect((await ada.client.getAdmission()).data.admission).not.toBe(null)
  await world.query(`
    insert into accounts (id, email, email_key, first_name, last_name, admission, created_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@x.example', n || '@x.example', 'Crowd',
      'Number ' || n, 'joining', now()
    from generate_series(1, 201) n`)
  await refuse(world, 'update of admission', 'accounts', `new.last_name = 'Number 1'`)
  await restrict(world, undefined, ines)
  await expect(settleAdmissions(world.deps)).rejects.toThrow('refused')
  expect((await ada.client.getAdmission()).data.admission).toBe(null)
  const { rows } = await world.query(`select last_name from accounts where admission is not null`)
  expect(rows).toEqual([{ last_name: 'Number 1' }])
})

test('searches alert their owners after one that fails', async () => {
  const world = await startWorld()
  const owners = [await world.dater(), await world.dater()]
  for (const { client } of owners) {
    const { searches } = (await client.saveSearch({ body: { name: 'Bakers', query: { interests: 'bread' } } })).data
    await client.changeSearch({ params: { id: searches[0]!._id }, body: { alerts: true } })
  }
  await world.dater({}, { interests: ['bread'] })
  const [first, second] = owners.toSorted((one, other) => (one.user._id < other.user._id ? -1 : 1)) as [Person, Person]
  await refuse(world, 'update', 'saved_searches', `new.account_id = '${first.user._id}'`)
  await expect(alertSearches(world.deps)).rejects.toThrow('refused')
  const alerts = async ({ client }: Person) =>
    (await client.listNotifications()).data.notifications.filter(({ kind }) => kind === 'search').length
  expect([await alerts(first), await alerts(second)]).toEqual([0, 1])
})

test('a job goes on after a step that fails', async () => {
  const world = await startWorld()
  const [ada, ben, cleo] = [await world.dater(), await world.dater(), await world.dater()]
  await ada.client.choose({ body: { userId: ben.user._id, action: 'pass' } })
  await ada.client.choose({ body: { userId: cleo.user._id, action: 'later' } })
  await refuse(world, 'delete', 'choices', 'true')
  world.turnClock(400 * 86_400_000)
  await expect(workers(world.deps)['forget-passes']!({})).rejects.toThrow('refused')
  expect((await world.query('select from set_aside')).rowCount).toBe(0)
})
