import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from './people.ts'
import type { World } from './world.ts'

// People who use a server through faults, and repeat each request until it succeeds, as pages do. Their history of
// responses is compared with the tables in the end.

const AGAIN_AFTER = 50

/** A server, from a client's point of view. */
type Asked = Pick<World, 'request'>

type Told = { status: number; retryAfter: number; text: string }

export type History = {
  /** The number of refusals that asked to retry. */
  refused: number
  /** Invalid responses: neither success nor a request to try again. */
  wrong: string[]
  messages: { clientId: string; matchId: string; seq: number }[]
  choices: { chooser: string; chosen: string; action: string; matchId: string | null }[]
  bought: string[]
  decided: { reportId: string; decisionId: string }[]
}

export const newHistory = (): History => ({ refused: 0, wrong: [], messages: [], choices: [], bought: [], decided: [] })

async function send(
  world: Asked,
  token: string | undefined,
  path: string,
  body?: object,
  { method = body ? 'POST' : 'GET', reason }: { method?: string | undefined; reason?: string | undefined } = {},
): Promise<Told> {
  const answer = await world.request(path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(reason ? { 'x-reason': reason } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')), text: await answer.text() }
}

/**
 * Sends the same request until it succeeds. Returns nothing after an invalid response, or if a request that can succeed
 * only `once` had succeeded in an earlier attempt without a response.
 */
function insisting(world: Asked, history: History) {
  return async <T>(
    token: string | undefined,
    path: string,
    body?: object,
    { once = false, ...how }: { once?: boolean; method?: 'PUT'; reason?: string } = {},
  ): Promise<T | undefined> => {
    for (let tries = 1; ; tries++) {
      const { status, retryAfter, text } = await send(world, token, path, body, how)
      if (status < 300) return JSON.parse(text) as T
      if (once && tries > 1 && status === 409) return undefined
      if (status !== 503 || !(retryAfter > 0)) return void history.wrong.push(`${path} ${tries}: ${status} ${text}`)
      history.refused++
      await pause(AGAIN_AFTER)
    }
  }
}

export type Doing = { world: Asked; history: History; everyMs: number }

export async function chooseAll(
  { world, history, everyMs }: Doing,
  { token, user }: Person,
  others: readonly Person[],
) {
  const insist = insisting(world, history)
  for (const [n, other] of others.entries()) {
    const action = n === 1 ? 'superlike' : n % 3 === 2 ? 'pass' : 'like'
    const body = { userId: other.user._id, action }
    const told = await insist<{ data: { match: { _id: string } | null } }>(token, '/api/v1/choices', body)
    if (told)
      history.choices.push({
        chooser: user._id,
        chosen: other.user._id,
        action,
        matchId: told.data.match?._id ?? null,
      })
    await pause(everyMs)
  }
}

/** Writes one message to a match. Returns its number in the conversation. */
export async function writeOnce(
  { world, history }: Pick<Doing, 'world' | 'history'>,
  { token }: Person,
  matchId: string,
  number: string,
): Promise<number | undefined> {
  const path = `/api/v1/matches/${matchId}/messages`
  const clientId = `${matchId}-${number}`
  const body = { clientId, text: `Number ${number}` }
  const told = await insisting(world, history)<{ data: { message: { seq: number } } }>(token, path, body)
  if (told) history.messages.push({ clientId, matchId, seq: told.data.message.seq })
  return told?.data.message.seq
}

/** Changes a preference in one transaction after another, so that there is always a commit to come. */
export async function keepChangingPreferences(
  { world, history, everyMs }: Doing,
  { token }: Person,
  until: () => boolean,
) {
  const insist = insisting(world, history)
  for (let n = 0; !until(); n++) {
    await insist(token, '/api/v1/discovery/preferences', { ageMax: 60 + (n % 10) }, { method: 'PUT' })
    await pause(everyMs)
  }
}

export async function writeTo(
  { world, history, everyMs }: Doing,
  writer: Person,
  matchId: string,
  until: () => boolean,
) {
  const insist = insisting(world, history)
  for (let n = 0; !until(); n++) {
    await writeOnce({ world, history }, writer, matchId, String(n))
    await insist(writer.token, `/api/v1/matches/${matchId}/messages`)
    await pause(everyMs)
  }
}

export async function buy({ world, history }: Doing, { token, user }: Person) {
  const insist = insisting(world, history)
  const begun = await insist<{ data: { clientSecret: string; subscriptionId: string } }>(
    token,
    '/api/v1/subscription/create',
    { plan: 'annual' },
  )
  if (!begun) return
  const { clientSecret, subscriptionId } = begun.data
  // As with a real gateway, a payment can't succeed twice. The confirmation below shows if the first attempt did.
  const paid = { clientSecret, card: '4242 4242 4242 4242' }
  for (let isDone = false; !isDone;) isDone = (await send(world, undefined, '/dev/payments/pay', paid)).status !== 503
  if (await insist(token, '/api/v1/subscription/confirm', { subscriptionId })) history.bought.push(user._id)
}

/** Reports a person, and has staff decide about the report. */
export async function reportAndDecide({ world, history }: Doing, by: Person, about: Person, staff: Person) {
  const insist = insisting(world, history)
  const report = await insist<{ data: { report: { _id: string } } }>(by.token, '/api/v1/reports/create-reports', {
    problem_type: 'Harassment',
    description: 'They keep asking me for money.',
    userId: about.user._id,
  })
  if (!report) return
  const reportId = report.data.report._id
  const decision = { kind: 'warn', rule: 6, category: 'scam', facts: 'Asked three people for gift cards.', reportId }
  const path = `/api/v1/admin/users/${about.user._id}/decisions`
  await insist(staff.token, `/api/v1/reports/report/${reportId}/evidence`, undefined, { reason: 'To decide on it.' })
  await insist(staff.token, path, decision, { once: true })
  const { data } = (await insist<{ data: { decisions: { _id: string; reportId: string }[] } }>(staff.token, path)) ?? {}
  const made = data?.decisions.find((each) => each.reportId === reportId)
  if (made) history.decided.push({ reportId, decisionId: made._id })
  else history.wrong.push(`no decision on the report ${reportId}`)
}
