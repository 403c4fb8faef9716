import type { Deps } from '../deps.ts'
import { agreeTo, createAccount } from '../features/account/service.ts'
import { days, later } from '../infra/clock.ts'
import { transaction } from '../infra/db/db.ts'

// Invented people, so that the product can be tried at once. Never in production.

export const demoMember = { email: 'zoe@demo.kindred.example', password: 'walk along the water' }

const people: [first: string, last: string, born: string, joinedDaysAgo: number][] = [
  ['Zoë', 'Lindqvist', '1995-03-14', 340],
  ['Tomás', 'Ferreira', '1991-07-02', 322],
  ['Nandini', 'Krishnamurthy', '1998-11-23', 301],
  ['Oluwaseun', 'Adéyẹmí', '1993-01-30', 266],
  ['Thorunn', 'Þorsteinsdóttir', '1987-09-09', 231],
  ['Maximiliana-Theodora', 'von und zu Hohenlohe-Schillingsfürst', '1990-05-05', 198],
  ['José', 'Núñez', '1984-12-17', 160],
  ['Châu', 'Nguyễn', '1999-04-21', 121],
  ['ليلى', 'حداد', '1996-08-08', 90],
  ['하늘', '김', '2001-02-11', 58],
  ['Mateusz', 'Wiśniewski', '1979-06-28', 27],
  ['Sam', 'O’Neill', '2004-10-03', 4],
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
    for (const [first_name, last_name, date_of_birth, ago] of people.slice(0, config.DEMO)) {
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
      const { id } = await createAccount(tx, { clock: { now: () => then } }, newcomer)
      for (const kind of ['terms', 'age', 'special_category'] as const) await agreeTo(tx, id, kind, then)
    }
    await tx
      .insertInto('facts')
      .values({ key: mark, value: JSON.stringify({ people: people.length }) })
      .execute()
  })
  return true
}
