import type { Between } from './observed.ts'
import { blockContacts } from './contacts.ts'
import type { Person } from './people.ts'
import { inFuture } from '../../scripts/present.ts'
import type { World } from './world.ts'

// Hidden values and their alternatives, for the proof that they stay hidden (platform/interference.test.ts).

export type Vary = (world: World, between: Between) => Promise<unknown>

export const nothing: Vary = async () => {}
export const set =
  (assignment: string): Vary =>
  (world, { other }) =>
    world.query(`update accounts set ${assignment} where id = '${other.user._id}'`)

/** One lists a contact of the other, who has a finished profile or finishes it later. Then both stay apart. */
export const lists =
  (who: (between: Between) => Person, contact: (between: Between) => string, how = 'one way'): Vary =>
  async (world, between) => {
    const person = who(between)
    const owner = person === between.viewer ? between.other : between.viewer
    const meeting = (from: string) =>
      world.query(`update own_contacts set met_from = ${from} where account_id = '${owner.user._id}'`)
    if (how === 'both ways') await meeting('null')
    await blockContacts(person, contact(between))
    await world.contactsCompared()
    if (how === 'both ways') await meeting('now()')
  }

/** Makes the other person active: connected, reading and writing. */
export const present: Vary = async (world, { other, matchId }) => {
  await world.query(`update accounts set last_active_at = now() where id = '${other.user._id}'`)
  await world.listen(other.token)
  await other.client.listMessages({ params: { id: matchId } })
  await other.client.readMessages({ params: { id: matchId }, body: { seq: 2 } })
  await other.client.typing({ params: { id: matchId } })
}
export const awayFor =
  (days: number): Vary =>
  async (world, { other }) => {
    const id = other.user._id
    await world.query(`update accounts set last_active_at = now() - interval '${days} days' where id = '${id}'`)
    await world.query(`delete from last_seen where account_id = '${id}'`)
  }

/** Moves the other person to a different place with the same label. */
export const standsAt =
  (latitude: number, longitude: number): Vary =>
  async (world, { other }) => {
    await world.crowd({ latitude, longitude })
    await world.query(`update profiles set place_changed_at = null where account_id = '${other.user._id}'`)
    await other.client.setLocation({ body: { latitude, longitude } })
    await world.query(
      `update profiles set city = 'Lisbon', country = 'Portugal' where account_id = '${other.user._id}'`,
    )
  }

/** After a date, while outcomes count in decks, one of the two answers the question about the date. */
export const says =
  (met: boolean, again: boolean | null): Vary =>
  async (world, { viewer, other, matchId: id }) => {
    const slot = inFuture(3_600_000).toISOString()
    const { plan } = (await viewer.client.proposePlan({ params: { id }, body: { slots: [slot], place: 'The pier' } }))
      .data
    await other.client.acceptPlan({ params: { id, planId: plan!._id }, body: { slot } })
    await world.query(`update date_plans set asked_at = now(), state = 'done'`)
    await world.query(`update order_outcomes set is_on = true, compared_from = now(), matches = 1000,
      weights = '{"score": 0.5, "liked": -0.5, "readily": 0.5, "apart": -0.5}'`)
    await other.client.answerAboutDate({ params: { id: plan!._id }, body: { met, again } })
  }

/** Plans a trip of the other person from and to these days, counted from today. */
export const travels =
  (from: number, to: number): Vary =>
  (_, { other }) => {
    const [first, last] = [from, to].map((days) =>
      inFuture(days * 86_400_000)
        .toISOString()
        .slice(0, 10),
    )
    return other.client.planTrip({ body: { city: 'Porto', country: 'Portugal', from: first!, to: last! } })
  }

/** Begins a trip of the other person, and then gives it other days of the same month. */
export const travelsOn =
  (first: string, last: string): Vary =>
  async (world, between) => {
    await travels(0, 0)(world, between)
    await world.query(`update profiles set trips = jsonb_set(jsonb_set(trips, '{0,from}', '"2027-06-${first}"'),
      '{0,to}', '"2027-06-${last}"'), trip_due_at = '2027-07-01' where account_id = '${between.other.user._id}'`)
  }
