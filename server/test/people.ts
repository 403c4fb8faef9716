import type { Api, Client, OwnUser, ProfileChange, StaffRole } from '@kindred/contract'
import { sql } from 'kysely'
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { cityCalled } from '../src/features/profiles/places/cities.ts'
import { cellAt, coarser, levels, type Position } from '../src/features/profiles/places/rules.ts'
import { writePictures } from '../src/features/profiles/index.ts'
import type { Db } from '../src/infra/db/db.ts'
import { bornYearsAgo, present } from '../../scripts/present.ts'
import type { Bearer } from './world.ts'

export type Person = {
  client: Client<Api>
  user: OwnUser
  email: string
  password: string
  token: string
  refreshToken: string
  verificationToken: string
}

export const registration = (name = 'Ada') => ({
  firstName: name,
  lastName: 'Marlowe',
  email: `${name.toLowerCase().replace(/\W/g, '')}.${randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}@people.example`,
  password: 'harbour lemon violin',
  dateOfBirth: bornYearsAgo(32),
  acceptTerms: true,
  acceptSpecialCategory: true,
})

/** The keys with which a browser subscribes to pushes. */
export const browserKeys = () => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
})

/** The distance between adjacent cells, slightly reduced so that none is skipped. */
const CELL_DEGREES = 0.014
const lisbon = cityCalled('Lisbon', 'Portugal')!

/** A unique name for each number. Names can't contain digits. */
export const nameOf = (which: number, first = 'P'): string =>
  first + String(which).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)

/** Creates people in a world. They register like anyone else, except for the steps that need a mailbox. */
export function peopleOf(client: (token?: Bearer) => Client<Api>, db: Db) {
  const newcomer = async (overrides: Partial<ReturnType<typeof registration>> = {}): Promise<Person> => {
    const body = { ...registration(overrides.firstName), ...overrides }
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
  const member = async (overrides: Partial<ReturnType<typeof registration>> = {}): Promise<Person> => {
    const person = await newcomer(overrides)
    await db.updateTable('accounts').set({ email_verified_at: present() }).where('id', '=', person.user._id).execute()
    return person
  }
  /** The same person in a new session. Sessions end while the clock is turned, and after some decisions. */
  const signedInAgain = async (person: Person): Promise<Person> => {
    const { email, password } = person
    const { token, refreshToken, user } = (await client().login({ body: { email, password } })).data
    return { ...person, client: client(token), user, token, refreshToken }
  }
  /** Simulates a nightly count with enough people for the finest cells here and this many degrees around. */
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
  /** A member who can be shown to others, with a verified address, a complete profile and a picture. */
  const dater = async (
    overrides: Partial<ReturnType<typeof registration>> = {},
    changes: Partial<ProfileChange> = {},
  ): Promise<Person> => {
    const person = await member(overrides)
    const location = { city: 'Lisbon', country: 'Portugal' }
    await crowd(lisbon)
    const enough = { gender: 'woman', interestedIn: ['woman', 'man', 'non-binary'], location, ...changes }
    const { account } = await person.client.completeProfile({ body: enough })
    await picture(person)
    return { ...person, user: account.user }
  }
  /** Inserts a picture directly, because uploads are tested elsewhere. */
  const picture = (person: Person, position = 0, more: object = {}) =>
    db.transaction().execute(async (tx) => {
      const row = await tx
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
          created_at: present(),
          ...more,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await writePictures(tx, person.user._id, present())
      return row
    })
  /** Changes pictures by SQL, and updates their copy in the profile. */
  const changePictures = (person: Person, statement: string) =>
    db.transaction().execute(async (tx) => {
      await sql.raw(statement).execute(tx)
      await writePictures(tx, person.user._id, present())
    })
  /** Lets two members like each other, and returns the match's id. */
  const matched = async (one: Person, other: Person): Promise<string> => {
    await one.client.choose({ body: { userId: other.user._id, action: 'like' } })
    const { match } = (await other.client.choose({ body: { userId: one.user._id, action: 'like' } })).data
    return match!._id
  }
  /** Ada and Ben, who are a match. */
  const talking = async () => {
    const [ada, ben] = [await dater(), await dater({ firstName: 'Ben' })]
    return { ada, ben, id: await matched(ada, ben) }
  }
  const administrator = async (): Promise<Person> => {
    const person = await member({ firstName: 'Ines' })
    await db.updateTable('accounts').set({ is_admin: true }).where('id', '=', person.user._id).execute()
    return person
  }
  const staff = async (role: StaffRole): Promise<Person> => {
    const person = await member({ firstName: 'Mara' })
    const values = role === 'administrator' ? { is_admin: true } : { staff_role: role }
    await db.updateTable('accounts').set(values).where('id', '=', person.user._id).execute()
    return person
  }
  return {
    newcomer,
    member,
    signedInAgain,
    dater,
    crowd,
    picture,
    changePictures,
    matched,
    talking,
    administrator,
    staff,
    setState: (person: Person, state: string) =>
      db.updateTable('accounts').set({ state }).where('id', '=', person.user._id).execute(),
  }
}
