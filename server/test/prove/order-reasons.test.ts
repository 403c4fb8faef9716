import { expect, test } from 'vitest'
import { countChoices } from '../../src/features/discovery/deck/jobs.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

const kinds = async (viewer: Person, { user }: Person) =>
  (await viewer.client.getOrderReasons({ params: { userId: user._id } })).data.reasons.map(({ kind }) => kind)

const setRankingStats = (world: World, { user }: Person, assignment: string) =>
  world.query(`update ranking_stats set ${assignment} where account_id = '${user._id}'`)
const setAccount = (world: World, { user }: Person, assignment: string) =>
  world.query(`update accounts set ${assignment} where id = '${user._id}'`)

async function two() {
  const world = await startWorld()
  const [viewer, bea] = [await world.dater(), await world.dater({ firstName: 'Bea' })]
  for (const one of [viewer, bea]) {
    await one.client.setLocation({ body: { city: 'Lisbon', country: 'Portugal' } })
    await setAccount(world, one, 'last_active_at = now()')
  }
  return { world, viewer, bea }
}

test('a member learns the true reasons for the ranking, and nothing that anyone hides', async () => {
  const { world, viewer, bea } = await two()
  const { reasons } = (await viewer.client.getOrderReasons({ params: { userId: bea.user._id } })).data
  expect(reasons.slice(0, 2)).toEqual([
    { kind: 'preferences', text: 'You fit what they’re looking for, and they fit what you’re looking for.' },
    { kind: 'new', text: 'They’re new here.' },
  ])
  expect(await kinds(viewer, bea)).toEqual(expect.arrayContaining(['near', 'active']))
  await setAccount(world, bea, `created_at = now() - interval '30 days'`)
  await world.query(`update profiles set level = level where account_id = '${bea.user._id}'`)
  expect(await kinds(viewer, bea)).toContain('turn')
  await setRankingStats(world, bea, 'shown = 40, got = 40, got_likes = 34')
  expect(await kinds(viewer, bea)).not.toContain('turn')
  expect(await kinds(viewer, bea)).toEqual(expect.arrayContaining(['likely', 'liked']))
  await setRankingStats(world, bea, 'got_likes = 4')
  expect(await kinds(viewer, bea)).toEqual(['preferences', 'near', 'active'])
  await bea.client.showLastActive({ body: { showLastActive: false } })
  await bea.client.setPrivacy({ body: { hideDistance: true } })
  for (const one of [viewer, bea]) await one.client.setPreferences({ body: { distance: null } })
  expect(await kinds(viewer, bea)).toEqual(['preferences'])
  await viewer.client.setPrivacy({ body: { paused: true } })
  await expect(kinds(viewer, bea)).rejects.toMatchObject({ status: 404 })
  await viewer.client.setPrivacy({ body: { paused: false } })
  await viewer.client.choose({ body: { userId: bea.user._id, action: 'pass' } })
  expect(await kinds(viewer, bea)).toEqual([])
  await bea.client.block({ body: { userId: viewer.user._id } })
  await expect(kinds(viewer, bea)).rejects.toMatchObject({ status: 404 })
})

test('the reasons are the same whether someone has liked the viewer, passed, or hasn’t swiped', async () => {
  const { world, viewer, bea } = await two()
  const cleo = await world.dater({ firstName: 'Cleo' })
  const [likely, unlikely] = [new Set<string>(), new Set<string>()]
  // This range includes every number that one more like or pass could push over a limit.
  for (let likes = 2; likes <= 7; likes++) {
    const figures = `gave = 12, gave_likes = ${likes}, got = 12, got_likes = 7`
    const seen: string[] = []
    for (const action of ['like', 'pass', null] as const) {
      await world.query('delete from choices; delete from likes_received; delete from uncounted_choices')
      for (const one of [bea, cleo]) await setRankingStats(world, one, figures)
      await setRankingStats(world, viewer, 'gave = 0, gave_likes = 0, got = 0, got_likes = 0')
      if (action) await bea.client.choose({ body: { userId: viewer.user._id, action } })
      const both = async () => JSON.stringify([await kinds(viewer, bea), await kinds(viewer, cleo)])
      seen.push(await both())
      await countChoices(world.deps)
      seen.push(await both())
    }
    expect(new Set(seen).size).toBe(1)
    const into = seen[0]!.includes('likely') ? likely : unlikely
    into.add(seen[0]!)
  }
  expect([likely.size, unlikely.size].every((size) => size > 0)).toBe(true)
})

test('who is shown less while a report by a rule is open gets no turn and no boost', async () => {
  const { world, viewer, bea } = await two()
  const dora = await world.dater({ firstName: 'Dora' })
  await setAccount(world, bea, `premium_until = now() + interval '1 day'`)
  await bea.client.boost()
  const boosted = async () =>
    (await viewer.client.discover()).data.people.flatMap(({ user, boosted: is }) => (is ? [user.firstName] : []))
  expect(await boosted()).toEqual(['Bea'])
  expect(await kinds(viewer, bea)).toContain('new')
  await dora.client.createReport({
    body: { problem_type: 'Harassment', description: 'Writes again and again.', userId: bea.user._id },
  })
  await world.query('update reports set lessens_since = now()')
  // Dora was away for three weeks, and was shown more often.
  await setAccount(world, dora, `last_active_at = now() - interval '20 days'`)
  await setRankingStats(world, dora, 'shown = 0.3')
  expect(await kinds(viewer, bea)).not.toContain('new')
  expect(await boosted()).toEqual([])
  const names = (await viewer.client.discover()).data.people.map(({ user }) => user.firstName)
  expect(names.indexOf('Bea')).toBeGreaterThan(names.indexOf('Dora'))
})
