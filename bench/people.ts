import { api, createClient, type Api, type Client } from '@kindred/contract'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { keysFrom } from '../server/src/infra/keys.ts'
import { makeAccessToken } from '../server/src/infra/tokens.ts'
import { personId } from './population.ts'
import { SECRET, type Bench } from './server.ts'

const password = 'harbour lemon violin'

export function clientOf(base: string, token?: string): Client<Api> {
  return createClient(api, async ({ method, url, body }) => {
    const answer = await fetch(`${base}/api/v1${url}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  })
}

/** A new member. */
export async function newcomer({ base }: Pick<Bench, 'base'>, name: string) {
  const { token, user } = await clientOf(base).register({
    body: {
      firstName: 'Ada',
      lastName: 'Marlowe',
      email: `${name}@bench.example`,
      password,
      dateOfBirth: '1990-01-01',
    },
  })
  return { token, id: user._id, client: clientOf(base, token) }
}

/** Signs in as a generated member; all of them share the password of a member who joined by hand. */
export async function signedIn(
  { base, db }: Bench,
  n: number,
): Promise<{ id: string; client: Client<Api>; token: string }> {
  const id = personId(n)
  await sql`update accounts set password_hash = (select password_hash from accounts where email = 'ada@bench.example'),
      state = 'active', email_verified_at = now() where id = ${id}`.execute(db)
  const { token } = (await clientOf(base).login({ body: { email: `bench${n}@people.example`, password } })).data
  return { id, token, client: clientOf(base, token) }
}

/** A session for each of them, inserted at once, because sign-in is measured elsewhere. */
export async function tokensOf(db: Bench['db'], accountIds: readonly string[]): Promise<string[]> {
  const opened = accountIds.map((id) => ({ id, session: randomUUID() }))
  await sql`
    insert into sessions (id, account_id, created_at, last_used_at, ends_at, rotated_at, nonce)
    select id, account_id, now(), now(), now() + interval '1 day', now(), '\\x00'
    from unnest(${opened.map(({ session }) => session)}::uuid[], ${accountIds}::uuid[]) s(id, account_id)`.execute(db)
  const keys = keysFrom([SECRET])
  return Promise.all(opened.map(({ id, session }) => makeAccessToken(keys, id, session, new Date())))
}
