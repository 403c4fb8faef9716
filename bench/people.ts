import { api, createClient, type Api, type Client, type Routes } from '@kindred/contract'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { send } from './http.ts'
import { personId } from './population.ts'
import type { Reaching } from './server.ts'
import { openSessions, sessionIn, type Session } from './sessions.ts'

export const password = 'harbour lemon violin'

export type Member = Session & { client: Client<Api> }

/** A client for these routes only. Building one for all routes in each request would distort the measurement. */
function clientFor<T extends Routes>(routes: T, base: string, session?: Session): Client<T> {
  return createClient(routes, async ({ method, url, body, ifMatch, reason }) => {
    const headers = {
      ...(session ? { authorization: `Bearer ${await session.token()}` } : {}),
      ...(ifMatch === undefined ? {} : { 'if-match': String(ifMatch) }),
      ...(reason === undefined ? {} : { 'x-reason': reason }),
    }
    const { status, text } = await send({ method, url: `${base}/api/v1${url}`, headers, body })
    return { status, body: JSON.parse(text) }
  })
}

export const clientOf = (base: string, session?: Session): Client<Api> => clientFor(api, base, session)

const { choose, discover, login, sendMessage } = api

export const hotClientOf = (base: string, session?: Session) =>
  clientFor({ choose, discover, login, sendMessage }, base, session)

const memberOf = (base: string, session: Session): Member => ({ ...session, client: clientOf(base, session) })

export async function newcomer({ base }: Pick<Reaching, 'base'>): Promise<Member> {
  const { token, user } = await clientOf(base).register({
    body: {
      firstName: 'Ada',
      lastName: 'Marlowe',
      email: `${randomUUID()}@bench.example`,
      password,
      dateOfBirth: '1990-01-01',
      acceptTerms: true,
      acceptSpecialCategory: true,
    },
  })
  return memberOf(base, sessionIn(user._id, token))
}

export async function signedIn({ base, db }: Reaching, n: number): Promise<Member> {
  const id = personId(n)
  await sql`update accounts set state = 'active', email_verified_at = coalesce(email_verified_at, now())
    where id = ${id}`.execute(db)
  const [session] = await openSessions(db, [id])
  if (!session) throw new Error(`Number ${n} could not sign in.`)
  return memberOf(base, session)
}
