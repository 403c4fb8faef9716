import type { Api, Client, OwnUser, ProfileChange } from '@kindred/contract'
import { randomBytes, randomUUID } from 'node:crypto'
import { cityCalled } from '../src/features/profiles/places/cities.ts'
import { cellAt, coarser, levels, type Position } from '../src/features/profiles/places/rules.ts'
import type { Db } from '../src/infra/db/db.ts'
import type { Bearer } from './world.ts'

export type Person = {
  /** The calls, signed in as them. */
  client: Client<Api>
  user: OwnUser
  email: string
  password: string
  token: string
  refreshToken: string
  verificationToken: string
}

export const somebody = (name = 'Ada') => ({
  firstName: name,
  lastName: 'Marlowe',
  email: `${name.toLowerCase().replace(/\W/g, '')}.${randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}@people.example`,
  password: 'harbour lemon violin',
  dateOfBirth: '1994-05-17',
  acceptTerms: true,
})

/** How far apart cells are that lie beside each other; a little less, so that none is left out. */
const CELL_DEGREES = 0.014
const lisbon = cityCalled('Lisbon', 'Portugal')!

/** A name of its own for each number: names have no figures. */
export const nameOf = (which: number, first = 'P'): string =>
  first + String(which).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)

/** Ways to have people in a world. They join as anybody would; only what would need a mailbox is shortened. */
export function peopleOf(client: (token?: Bearer) => Client<Api>, db: Db) {
  const newcomer = async (given: Partial<ReturnType<typeof somebody>> = {}): Promise<Person> => {
    const body = { ...somebody(given.firstName), ...given }
    const { token, refreshToken, user, verificationToken } = await client().register({ body })
    return {
      client: client(token),
      user,
      email: body.email,
      password: body.password,
      token,
      refreshToken,
      verificationToken,
    }
  }
  const member = async (given: Partial<ReturnType<typeof somebody>> = {}): Promise<Person> => {
    const person = await newcomer(given)
    await db.updateTable('accounts').set({ email_verified_at: new Date() }).where('id', '=', person.user._id).execute()
    return person
  }
  /** As if last night enough people had been counted here for the finest level, and as far around as that in degrees. */
  const crowd = async ({ latitude, longitude }: Position, around = 0) => {
    const steps = Array.from(
      { length: 2 * Math.ceil(around / CELL_DEGREES) + 1 },
      (_, at) => at - Math.ceil(around / CELL_DEGREES),
    )
    const cells = steps.flatMap((north) =>
      steps.map((east) =>
        cellAt({ latitude: latitude + north * CELL_DEGREES, longitude: longitude + east * CELL_DEGREES }),
      ),
    )
    const rows = cells.flatMap((cell) => levels.map((level) => ({ level, ...coarser(cell, level) })))
    await db
      .insertInto('cell_counts')
      .values(rows.map(({ level, row, column }) => ({ level, cell_row: row, cell_column: column, people: 1000 })))
      .onConflict((each) => each.doNothing())
      .execute()
  }
  /** Somebody whom others can meet: proved address, complete profile, a picture. */
  const dater = async (
    given: Partial<ReturnType<typeof somebody>> = {},
    says: Partial<ProfileChange> = {},
  ): Promise<Person> => {
    const person = await member(given)
    const location = { city: 'Lisbon', country: 'Portugal' }
    await crowd(lisbon)
    const enough = { gender: 'woman', interestedIn: ['woman', 'man', 'non-binary'], location, ...says }
    const { account } = await person.client.completeProfile({ body: enough })
    await picture(person)
    return { ...person, user: account.user }
  }
  /** Straight into the table: what an upload does is tried elsewhere. */
  const picture = (person: Person, position = 0, more: object = {}) =>
    db
      .insertInto('pictures')
      .values({
        public_id: randomBytes(16).toString('hex'),
        account_id: person.user._id,
        name: 'me.jpg',
        size: 1,
        mime_type: 'image/webp',
        width: 800,
        height: 1000,
        placeholder: '',
        position,
        created_at: new Date(),
        ...more,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  /** Two who like each other: the match's id. */
  const matched = async (one: Person, other: Person): Promise<string> => {
    await one.client.choose({ body: { userId: other.user._id, action: 'like' } })
    const { match } = (await other.client.choose({ body: { userId: one.user._id, action: 'like' } })).data
    return match!._id
  }
  const administrator = async (): Promise<Person> => {
    const person = await member({ firstName: 'Ines' })
    await db.updateTable('accounts').set({ is_admin: true }).where('id', '=', person.user._id).execute()
    return person
  }
  return {
    /** Just joined: the address is not proved yet. */
    newcomer,
    /** Joined, with a proved address. */
    member,
    dater,
    crowd,
    picture,
    matched,
    administrator,
    setState: (person: Person, state: string) =>
      db.updateTable('accounts').set({ state }).where('id', '=', person.user._id).execute(),
  }
}
