import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import { strToU8, zipSync } from 'fflate'
import { CompiledQuery } from 'kysely'
import type { Deps } from '../../deps.ts'
import { days, minutes } from '../../infra/clock.ts'
import { about, holdingsIn, type Holding } from '../../infra/personal-data.ts'
import { queueMail, settingsOf } from '../delivery/index.ts'
import { hasOpenSecret, issueSecret, lockPresent, redeemToken, whyEnded } from '../identity/index.ts'
import { SYSTEM, unitOfWork, type Work } from '../../work.ts'

const LASTS = days(1)
const MARGIN = minutes(1)
const fileOf = (accountId: string) => `export${accountId.replaceAll('-', '')}/data.zip`

/** What is told of a table, as the statement that reads it. */
function statementFor(table: string, { of, exported }: Holding): { as: string; statement: string } | undefined {
  if ('withheld' in exported) return undefined
  const { as, columns, also = {}, where = of, order } = exported
  const told = [...columns, ...Object.entries(also).map(([name, value]) => `${value} as ${name}`)]
  return {
    as,
    statement: `select ${told.join(', ')} from ${table} where ${about(where)}${order ? ` order by ${order}` : ''}`,
  }
}

/** Each part of the file, as the rooms declare it: everything that is one's own, and nothing that others said in confidence. */
async function collect(
  { db, declarations }: Deps,
  accountId: string,
): Promise<Record<string, Record<string, unknown>[]>> {
  const data: Record<string, Record<string, unknown>[]> = {}
  const parts = holdingsIn(declarations).flatMap(([table, holding]) => statementFor(table, holding) ?? [])
  for (const { as, statement } of parts)
    data[as] = (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, [accountId]))).rows
  return data
}

/** Puts it all into one file, and mails a link that is good once. */
export async function exportOwnData(context: Deps, accountId: string, sessionId: string): Promise<void> {
  const { db, storage } = context
  const account = await db.selectFrom('identity_people').select('notify').where('id', '=', accountId).executeTakeFirst()
  if (!account) return
  const data = await collect(context, accountId)
  const told = { ...data, notificationSettings: settingsOf(account) }
  const files: Record<string, Uint8Array> = { 'data.json': strToU8(JSON.stringify(told, null, 2)) }
  for (const { public_id } of data['pictures'] as { public_id: string }[]) {
    const bytes = await storage.get(`${public_id}/large.webp`)
    if (bytes) files[`pictures/${public_id}.webp`] = bytes
  }
  await storage.put(fileOf(accountId), zipSync(files, { level: 6 }))
  await unitOfWork(context, SYSTEM, (work) => tellOf(work, accountId, sessionId))
}

/** Mails the link; the file goes when its day is over, or at once where its owner was erased meanwhile. */
async function tellOf(work: Work<'config' | 'jobs' | 'keys'>, accountId: string, sessionId: string): Promise<void> {
  if (!(await lockPresent(work.tx, accountId))) return work.jobs.add(work.tx, 'drop-export', { accountId })
  const { token } = await issueSecret(work, {
    purpose: 'export-own',
    accountId,
    validFor: LASTS,
    payload: { sessionId },
  })
  await queueMail(work, {
    to: accountId,
    kind: 'export-ready',
    details: { link: `${work.config.PUBLIC_URL}/settings/export#token=${token}` },
  })
  await work.jobs.add(work.tx, 'drop-export', { accountId }, LASTS + MARGIN)
}

/** Removes the file, unless a link to a newer one is still good. */
export async function dropExport({ db, storage, clock }: Deps, accountId: string): Promise<void> {
  if (!(await hasOpenSecret(db, accountId, 'export-own', clock.now()))) await storage.remove(fileOf(accountId))
}

/** How a session ends when its holder leaves by themselves: the link that they asked for still comes by mail. */
const LEFT = ['signed_out', 'deleted', 'deactivated', 'role_changed']

/**
 * Whose file it is, where they may still have it. The link is opened wherever the mail is read, so no session has to be open;
 * but what was asked for in a session that somebody ended on purpose may have been asked for by a stranger.
 */
async function holderOf({ db, clock }: Deps, token: string): Promise<string | undefined> {
  const redeemed = await redeemToken(db, 'export-own', token, clock.now())
  const sessionId = redeemed?.payload['sessionId']
  if (!redeemed?.account_id || typeof sessionId !== 'string') return undefined
  const why = await whyEnded(db, redeemed.account_id, sessionId)
  return why === null || (why && LEFT.includes(why)) ? redeemed.account_id : undefined
}

/** The file itself, for the mailed secret, once; then it is gone here, too. */
export function serveOwnData(app: FastifyInstance, deps: Deps, prefix: string): void {
  app.post<{ Body: { token?: unknown } | undefined }>(`${prefix}/auth/export/file`, async (request, reply) => {
    const token = request.body?.token
    const accountId = typeof token === 'string' ? await holderOf(deps, token) : undefined
    const file = accountId ? await deps.storage.get(fileOf(accountId)) : null
    if (!accountId || !file) throw new ApiError('invalid_secret', 'This link has expired. Please ask for a new one.')
    await deps.storage.remove(fileOf(accountId))
    return reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="my-data.zip"')
      .header('cache-control', 'no-store')
      .send(file)
  })
}
