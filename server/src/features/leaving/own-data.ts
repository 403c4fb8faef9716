import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import { strToU8, zipSync } from 'fflate'
import { CompiledQuery } from 'kysely'
import type { Deps } from '../../deps.ts'
import { days } from '../../infra/clock.ts'
import { transaction } from '../../infra/db/db.ts'
import { queueMail } from '../mail/service.ts'
import { issueSecret, redeemToken } from '../secrets/service.ts'

const LASTS = days(1)
const fileOf = (accountId: string) => `export${accountId.replaceAll('-', '')}/data.zip`

/** What each part of the file holds: everything that is one's own, and nothing that somebody else said in confidence. */
const parts: Record<string, string> = {
  account: `select id, email, first_name, last_name, date_of_birth, state, created_at, last_active_at, show_last_active, hide_age, hide_distance,
    incognito, receipts, units, time_zone, premium_until from accounts where id = $1`,
  profile: `select gender, interested_in, intention, bio, prompts, interests, languages, basics, city, country, age_min, age_max, reach, filters
    from profiles where account_id = $1`,
  pictures:
    'select public_id, name, alt, position, audience, created_at from pictures where account_id = $1 order by position',
  consents: 'select kind, version, given_at, withdrawn_at from consents where account_id = $1 order by given_at',
  choices: 'select chosen_id, action, note, at from choices where chooser_id = $1 order by at',
  matches: 'select id, created_at, ended_at from matches where $1 in (a_id, b_id) order by created_at',
  messages:
    'select match_id, seq, text, created_at, edited_at, deleted_at from messages where sender_id = $1 order by created_at',
  answers: 'select question_id, answer, accepted, importance, shown, skipped, at from answers where account_id = $1',
  blocks: 'select blocked_id, at from blocks where blocker_id = $1',
  reports:
    'select id, problem_type, description, status, created_at from reports where reporter_id = $1 order by created_at',
  replies: `select report_id, message, at, by_staff from report_replies where not is_internal
    and report_id in (select id from reports where reporter_id = $1) order by id`,
  decisions: `select at, action, reason from audit_log where subject_id = $1 and actor_kind in ('administrator', 'operator') order by id`,
  late_payments:
    'select p.plan, p.amount, p.why, p.since, p.settled_at, p.outcome from late_payments p join subscriptions s on s.id = p.subscription_id where s.account_id = $1',
  subscriptions:
    'select plan, status, current_period_start, current_period_end, created_at, canceled_at from subscriptions where account_id = $1',
  invoices:
    'select plan, amount, currency, status, created_at, period_start, period_end, refunded from invoices where account_id = $1',
  signIns: 'select at, address, user_agent, outcome from sign_ins where account_id = $1 order by at',
}

/** Puts it all into one file, and mails a link that is good once. */
export async function exportOwnData(context: Deps, accountId: string, sessionId: string): Promise<void> {
  const { db, storage } = context
  const data: Record<string, unknown> = {}
  const pictures: { public_id: string }[] = []
  for (const [name, statement] of Object.entries(parts)) {
    const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, [accountId]))
    data[name] = rows
    if (name === 'pictures') pictures.push(...(rows as { public_id: string }[]))
  }
  const files: Record<string, Uint8Array> = { 'data.json': strToU8(JSON.stringify(data, null, 2)) }
  for (const { public_id } of pictures) {
    const bytes = await storage.get(`${public_id}/large.webp`)
    if (bytes) files[`pictures/${public_id}.webp`] = bytes
  }
  await storage.put(fileOf(accountId), zipSync(files, { level: 6 }))
  await transaction(db, async (tx) => {
    const { token } = await issueSecret(tx, context, {
      purpose: 'export-own',
      accountId,
      lasts: LASTS,
      payload: { sessionId },
    })
    await queueMail(tx, context, {
      to: accountId,
      kind: 'export-ready',
      details: { link: `${context.config.PUBLIC_URL}/settings/export#token=${token}` },
    })
  })
}

/** How a session ends when its holder leaves by themselves: the link that they asked for still comes by mail. */
const LEFT = ['signed_out', 'deleted', 'deactivated', 'role_changed']

/**
 * Whose file it is, where they may still have it. The link is opened wherever the mail is read, so no session has to be open;
 * but what was asked for in a session that somebody ended on purpose may have been asked for by a stranger.
 */
async function holderOf({ db, clock }: Deps, token: string): Promise<string | undefined> {
  const redeemed = await transaction(db, (tx) => redeemToken(tx, 'export-own', token, clock.now()))
  const sessionId = redeemed?.payload['sessionId']
  if (!redeemed?.account_id || typeof sessionId !== 'string') return undefined
  const row = await db
    .selectFrom('accounts')
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.account_id', '=', 'accounts.id').on('sessions.id', '=', sessionId),
    )
    .select(['accounts.id', 'sessions.ended_because'])
    .where('accounts.id', '=', redeemed.account_id)
    .where('accounts.state', '!=', 'erased')
    .executeTakeFirst()
  return row && (row.ended_because === null || LEFT.includes(row.ended_because)) ? row.id : undefined
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
