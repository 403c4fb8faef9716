import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { inputOf } from '../deciding.ts'
import type { Person } from '../people.ts'
import { openPostOffice } from '../post-office.ts'
import { SECRET, serverProcess } from '../processes.ts'
import { proof, proving, rounds } from '../proofs.ts'
import { cloneDatabase, startWorld, until } from '../world.ts'

// The server is killed at each step between a decision and its notice.

const LONG = 1_200_000

/** A mail server that runs a hook between an email's last byte and the reply. */
async function postOffice() {
  const received: { subject: string; to: string; messageId: string }[] = []
  const beforeAnswering = { work: async (): Promise<void> => {} }
  const url = await openPostOffice(async (raw) => {
    const { subject = '', to, messageId = '' } = await PostalMime.parse(raw)
    received.push({ subject, to: to?.[0]?.address ?? '', messageId })
    await beforeAnswering.work()
  })
  return { url, received, beforeAnswering }
}

/** People in a separate database, on which only a killable server runs jobs. */
async function startKillable(people: number) {
  const { url: databaseUrl, drop } = await cloneDatabase()
  onTestFinished(drop)
  const world = await startWorld({ databaseUrl, env: { TOKEN_SECRET: SECRET }, eavesdrop: false })
  const ines = await world.administrator()
  const members: Person[] = []
  const reader = await world.dater({ firstName: 'Cleo' })
  for (let n = 0; n < people; n++) {
    const ben = await world.dater({ firstName: 'Ben' })
    const id = await world.matched(ben, reader)
    await ben.client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text: 'Send me money.' } })
    members.push(ben)
  }
  await world.stop()
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'kindred-kills-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const post = await postOffice()
  const env = { SMTP_URL: post.url, MAIL_FROM: 'Kindred <hello@kindred.example>' }
  const server = await serverProcess({ ...world, databaseUrl, config: { ...world.config, DATA_DIR } }, env)
  const db = new pg.Client(databaseUrl)
  await db.connect()
  onTestFinished(() => db.end())
  const boss = new PgBoss({ connectionString: databaseUrl, migrate: false, supervise: false, schedule: false })
  await boss.start()
  onTestFinished(() => boss.stop({ graceful: false }))
  const send = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${server.base}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as { token?: string; data?: Record<string, unknown> } }
  }
  const signIn = async () => {
    const { body } = await send('/auth/login', { email: ines.email, password: ines.password })
    return String(body.data?.['token'])
  }
  return { members, reader, server, db, boss, post, send, signIn }
}

type Killable = Awaited<ReturnType<typeof startKillable>>
type Story = Killable & { ben: Person; decide: () => Promise<number>; restart: () => Promise<void> }

const has = async ({ db }: Killable, text: string): Promise<boolean> => ((await db.query(text)).rowCount ?? 0) > 0
const decisionOf = ({ ben }: Story) =>
  `select from decisions where subject_id = '${ben.user._id}' and state = 'in_force'`

/** Ends the minute in which a decision can be undone, and makes fraud warnings due. */
async function passMinute({ db, ben }: Story) {
  const id = ben.user._id
  await db.query(`update decisions set in_force_at = in_force_at - interval '2 minutes' where subject_id = '${id}'`)
  await db.query(`update fraud_warnings w set due_at = now() from decisions d
    where d.id = w.decision_id and d.subject_id = '${id}' and w.state = 'planned'`)
  await db.query(
    `update mails set hold_until = now() - interval '1 second' where account_id = '${id}' and sent_at is null`,
  )
  await db.query(`update pgboss.job set start_after = now() where name in ('send-mail', 'advance-decisions')
    and state in ('created', 'retry')`)
}

/** Kills the server once an email is on its way, before the mail server's reply or just after. */
const killWhileSending = async (story: Story, isAnswered: boolean) => {
  expect(await story.decide()).toBe(201)
  const killed = Promise.withResolvers<void>()
  story.post.beforeAnswering.work = async () => {
    story.post.beforeAnswering.work = async () => {}
    const kill = story.server.kill().then(killed.resolve)
    if (!isAnswered) await kill
  }
  await passMinute(story)
  await killed.promise
  await story.restart()
  // The running job belongs to the killed server, and has to be retried.
  await story.db.query(
    `update pgboss.job set state = 'retry', start_after = now() where name = 'send-mail' and state = 'active'`,
  )
}

const steps: Record<string, (story: Story) => Promise<void>> = {
  'while it sends the email': (story) => killWhileSending(story, false),
  'after the email is sent, before that is saved': (story) => killWhileSending(story, true),
  'before the commit': async (story) => {
    await story.db.query('begin')
    await story.db.query('lock table audit_contents in exclusive mode')
    const asked = story.decide().catch(() => 0)
    await until(async () =>
      has(story, `select from pg_locks where relation = 'audit_contents'::regclass and not granted`),
    )
    await story.server.kill()
    await story.db.query('rollback')
    expect(await asked).toBe(0)
    await story.restart()
    expect(await has(story, decisionOf(story))).toBe(false)
    expect(await story.decide()).toBe(201)
    await passMinute(story)
  },
  'after the commit': async (story) => {
    const asked = story.decide().catch(() => 0)
    await until(() => has(story, decisionOf(story)))
    await story.server.kill()
    await asked
    await story.restart()
    await passMinute(story)
  },
  'while the email waits': async (story) => {
    expect(await story.decide()).toBe(201)
    await story.server.kill()
    await passMinute(story)
    await story.restart()
  },
}

/** Every other decision is a ban for fraud, which also warns the recipients of messages. */
const [ban, warning] = [inputOf({ kind: 'ban', fraud: true }), inputOf()]

async function tell(killable: Killable, ben: Person, at: number): Promise<Story> {
  const { send, signIn, server } = killable
  const decide = async () => {
    const token = await signIn()
    return (await send(`/admin/users/${ben.user._id}/decisions`, at % 2 === 0 ? ban : warning, token)).status
  }
  return { ...killable, ben, decide, restart: server.start }
}

const NOTICES = ['Your account is banned', 'A warning about your account']

/** True once the email, the notice in the app and the warnings about a decision have been sent. */
const isDone = async (killable: Killable, { user }: Person) =>
  (await has(
    killable,
    `select from mails where account_id = '${user._id}' and kind = 'decided' and sent_at is not null`,
  )) &&
  (await has(killable, `select from notifications where account_id = '${user._id}' and topic like 'decision:%'`)) &&
  !(await has(
    killable,
    `select from fraud_warnings w join decisions d on d.id = w.decision_id
     where d.subject_id = '${user._id}' and w.state <> 'sent'`,
  ))

/** The number of notifications in the app about decisions, or of fraud warnings. */
async function countNotices({ db }: Killable, { user }: Person, kind: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select coalesce(sum(count), 0)::int as count from notifications
     where account_id = '${user._id}' and topic like '${kind}:%'`,
  )
  return rows[0]?.count ?? 0
}

test(
  'a server that is killed at any step between a decision and its notice sends exactly one, or none if it is undone',
  async () => {
    // Only a proof covers all steps, because each restart takes seconds.
    const names = Object.keys(steps).slice(0, proving ? undefined : 1)
    const times = rounds(1, 4)
    const killable = await startKillable(names.length * times + 1)
    const { members, reader, post, db, send, signIn, server } = killable
    for (const [at, ben] of members.slice(1).entries()) {
      const story = await tell(killable, ben, at)
      await steps[names[at % names.length]!]!(story)
      // The running job may have died with the server. Its schedule would queue another within a minute.
      await killable.boss.send('advance-decisions', {})
      await until(() => isDone(killable, ben))
    }
    const undone = await tell(killable, members[0]!, 0)
    expect(await undone.decide()).toBe(201)
    await server.kill()
    await server.start()
    const { rows } = await db.query<{ id: string }>(
      `select id from decisions where subject_id = '${members[0]!.user._id}'`,
    )
    expect((await send(`/admin/decisions/${rows[0]!.id}/undo`, {}, await signIn())).status).toBe(200)
    await passMinute(undone)
    await until(
      async () => !(await has(killable, `select from pgboss.job where name = 'send-mail' and state < 'completed'`)),
    )
    // Mail servers drop copies of an email by its Message-ID, so they don't count.
    const countMails = ({ email }: Person, subjects: readonly string[]) =>
      new Set(
        post.received.flatMap(({ to, subject, messageId }) =>
          to === email && subjects.some((each) => subject.includes(each)) ? [messageId] : [],
        ),
      ).size
    for (const [at, ben] of members.entries()) {
      const expected = at === 0 ? 0 : 1
      expect([countMails(ben, NOTICES), await countNotices(killable, ben, 'decision')]).toEqual([expected, expected])
    }
    const bans = Math.ceil((members.length - 1) / 2)
    await until(async () => countMails(reader, ['A warning about Ben']) === bans)
    expect(await countNotices(killable, reader, 'fraud')).toBe(bans)
    proof(
      `killed ${times} times ${names.join(', ')}, and before an undo: one notice for each decision by email and in the ` +
        'app, and one warning for each ban for fraud, none if undone',
    )
  },
  LONG,
)
