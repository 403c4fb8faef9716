import type { Deps } from '../deps.ts'
import { agreeTo, createAccount } from '../features/account/service.ts'
import { sayOf } from '../features/profile/service.ts'
import { days, later } from '../infra/clock.ts'
import { transaction } from '../infra/db/db.ts'

// Invented people, so that the product can be tried at once. Never in production.

export const demoMember = { email: 'zoe@demo.kindred.example', password: 'walk along the water' }

type Invented = [
  first: string,
  last: string,
  born: string,
  joinedDaysAgo: number,
  gender: string | null,
  looksFor: string[],
  city: string,
  country: string,
  bio: string,
]

const people: Invented[] = [
  [
    'Zoë',
    'Lindqvist',
    '1995-03-14',
    340,
    'woman',
    ['man', 'non-binary'],
    'Lisbon',
    'Portugal',
    'Choir on Tuesdays, bread on Sundays, the sea whenever it lets me.',
  ],
  ['Tomás', 'Ferreira', '1991-07-02', 322, 'man', ['woman'], 'Porto', 'Portugal', 'Builds bicycles, breaks few.'],
  [
    'Nandini',
    'Krishnamurthy',
    '1998-11-23',
    301,
    'woman',
    ['woman', 'man'],
    'Lisbon',
    'Portugal',
    'Maps, markets, and arguing kindly about films.',
  ],
  [
    'Oluwaseun',
    'Adéyẹmí',
    '1993-01-30',
    266,
    'man',
    ['woman'],
    'Lisbon',
    'Portugal',
    'Cooks for eight even when we are two.',
  ],
  [
    'Thorunn',
    'Þorsteinsdóttir',
    '1987-09-09',
    231,
    'woman',
    ['man'],
    'Reykjavík',
    'Iceland',
    'Teaches geology. Yes, there will be stones.',
  ],
  [
    'Maximiliana-Theodora',
    'von und zu Hohenlohe-Schillingsfürst',
    '1990-05-05',
    198,
    'woman',
    ['woman'],
    'Munich',
    'Germany',
    'Violas, very long names, very short walks.',
  ],
  ['José', 'Núñez', '1984-12-17', 160, 'man', ['man'], 'Madrid', 'Spain', 'Gardens at night, translates by day.'],
  [
    'Châu',
    'Nguyễn',
    '1999-04-21',
    121,
    'non-binary',
    ['woman', 'man', 'non-binary'],
    'Lisbon',
    'Portugal',
    'Draws people on trains. Sorry if it was you.',
  ],
  ['ليلى', 'حداد', '1996-08-08', 90, 'woman', ['man'], 'Beirut', 'Lebanon', 'Architecture, jasmine, long letters.'],
  [
    '하늘',
    '김',
    '2001-02-11',
    58,
    'woman',
    ['woman', 'non-binary'],
    'Seoul',
    'South Korea',
    'Night owl with a day job.',
  ],
  [
    'Mateusz',
    'Wiśniewski',
    '1979-06-28',
    27,
    'man',
    ['woman'],
    'Kraków',
    'Poland',
    'Chess in the park, badly and often.',
  ],
  ['Sam', 'O’Neill', '2004-10-03', 4, null, [], '', '', ''],
]

const mark = 'demo'

/** Demo people that were made on a trial must not be a way into a production server: their password is published. */
export const closeDemoAccounts = ({ db, config }: Pick<Deps, 'db' | 'config'>) =>
  config.production
    ? db
        .updateTable('accounts')
        .set({ password_hash: null })
        .where('is_demo', '=', true)
        .where('password_hash', 'is not', null)
        .execute()
    : undefined

/** Makes the demo people once, as old as they say they are: through the service, with the clock turned back. */
export async function demoCommunity(deps: Deps): Promise<boolean> {
  const { db, config, passwords } = deps
  if (config.DEMO === 0 || (await db.selectFrom('facts').select('key').where('key', '=', mark).executeTakeFirst()))
    return false
  const password_hash = await passwords.hash(demoMember.password)
  const now = deps.clock.now()
  await transaction(db, async (tx) => {
    for (const [first_name, last_name, date_of_birth, ago, gender, interestedIn, city, country, bio] of people.slice(
      0,
      config.DEMO,
    )) {
      const then = later(now, -days(ago))
      const email = first_name === 'Zoë' ? demoMember.email : `member${ago}@demo.kindred.example`
      const newcomer = {
        first_name,
        last_name,
        email,
        email_verified_at: then,
        email_verification_sent_at: then,
        date_of_birth,
        password_hash,
        is_demo: true,
      }
      const { id } = await createAccount(tx, { ...deps, clock: { now: () => then } }, newcomer)
      for (const kind of ['terms', 'age', 'special_category'] as const) await agreeTo(tx, id, kind, then)
      if (gender) await sayOf(tx, id, { gender, interestedIn, bio, location: { city, country } }, then)
    }
    await tx
      .insertInto('facts')
      .values({ key: mark, value: JSON.stringify({ people: people.length }) })
      .execute()
  })
  return true
}
