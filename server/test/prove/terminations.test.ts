import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { anomaliesIn } from '../anomalies.ts'
import { buy, keepChangingPreferences, chooseAll, newHistory, reportAndDecide, writeTo } from '../histories.ts'
import { nameOf, type Person } from '../people.ts'
import { proof, rounds } from '../proofs.ts'
import { relayTo } from '../relay.ts'
import { appUrlOf, cloneDatabase, startWorld, until, type World } from '../world.ts'

// Backends are terminated, and the database's responses are lost, including those to COMMIT.

const LASTS = rounds(6000, 300_000)
const PEOPLE = rounds(8, 36)
const TERMINATE_EVERY = 200
/** Extra time if not every kind of fault has occurred by then: a busy machine does little in six seconds. */
const PATIENCE = 60_000
/** Text in the request whose response is lost: of a commit, or of any statement, which may be its own transaction. */
const LOST = { commits: 'commit\0', others: '' }

async function behindRelay() {
  const database = await cloneDatabase()
  onTestFinished(database.drop)
  const relay = await relayTo(appUrlOf(database.url))
  const world = await startWorld({ databaseUrl: database.url, appUrl: relay.url, eavesdrop: false })
  return { world, relay }
}

type Relay = Awaited<ReturnType<typeof relayTo>>

const noHarm = () => ({ terminated: 0, active: 0, commits: 0, others: 0 })
type Figures = ReturnType<typeof noHarm>

/** Every 200 ms, ends a random connection of the server, preferably one in use, and loses a response. */
async function harm(world: World, relay: Relay, figures: Figures, over: () => boolean): Promise<void> {
  const terminate = `
    select state, pg_terminate_backend(pid) from (select pid, state from pg_stat_activity
      where datname = current_database() and application_name like 'kindred%'
      order by state = 'idle' and random() < 0.7, random() limit 1) chosen`
  let [losing, isLost] = ['others' as keyof Figures, () => false]
  for (let n = 0; !over(); n++) {
    await pause(TERMINATE_EVERY)
    const { rows } = (await world.query(terminate)) as { rows: { state: string }[] }
    figures.terminated += rows.length
    figures.active += rows.filter(({ state }) => state !== 'idle').length
    if (isLost()) figures[losing]++
    else if (n > 0) continue
    const next = losing === 'commits' ? 'others' : 'commits'
    ;[losing, isLost] = [next, relay.loseAnswer(LOST[next])]
  }
}

async function crowd(world: World): Promise<Person[]> {
  const people: Person[] = []
  for (let n = 0; n < PEOPLE; n++) people.push(await world.dater({ firstName: nameOf(n) }))
  return people
}

test('while connections to the database end at any moment, also in COMMIT, nothing is lost, doubled or half done', async () => {
  const { world, relay } = await behindRelay()
  const [people, staff, restless] = [await crowd(world), await world.administrator(), await world.dater()]
  const history = newHistory()
  const pairs = people.slice(0, PEOPLE / 2).map((one, n) => [one, people[PEOPLE / 2 + n]!] as const)
  // Partners have already swiped each other.
  const others = (who: Person) =>
    people.filter((each) => each !== who && !pairs.some((pair) => pair.includes(who) && pair.includes(each)))
  const matches = await Promise.all(pairs.map(([one, other]) => world.matched(one, other)))
  const figures = noHarm()
  const missing = () => {
    const { terminated, commits, others: lost } = figures
    const counts = Object.entries({ terminated, commits, lost, refused: history.refused })
    return counts.filter(([, count]) => count === 0).map(([what]) => what)
  }
  const end = Date.now() + LASTS
  const over = () => Date.now() > (missing().length === 0 ? end : end + PATIENCE)
  const doing = { world, history, everyMs: LASTS / PEOPLE / 1.5 }
  const harming = harm(world, relay, figures, over)
  await Promise.all([
    ...people.map((who) => chooseAll(doing, who, others(who))),
    ...pairs.map(([writer], n) => writeTo({ ...doing, everyMs: 100 }, writer, matches[n]!, over)),
    keepChangingPreferences({ ...doing, everyMs: 100 }, restless, over),
    ...people.map(async (who, n) => {
      await pause((LASTS / PEOPLE) * n * 0.8)
      await buy(doing, who)
      await reportAndDecide(doing, who, people[(n + 1) % PEOPLE]!, staff)
    }),
  ])
  await harming
  expect(await anomaliesIn(world, history)).toEqual([])
  expect(missing()).toEqual([])
  await until(async () => (await world.request('/readyz/database')).status === 200)
  const { messages, choices, bought, decided } = history
  const { terminated, active, commits, others: lost } = figures
  proof(
    `for ${LASTS / 1000} s: ${terminated} connections terminated (${active} in use), ${commits} answers to COMMIT and ` +
      `${lost} others lost; ${messages.length} messages, ${choices.length} choices, ${bought.length} payments and ` +
      `${decided.length} decisions: none lost, doubled or half done; ${history.refused} times asked to try again`,
  )
})
