import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { formatPrice } from '../billing.ts'
import { receiveEvent } from './receive-event.ts'
import { devPage } from '../../../http/dev.ts'
import { languageOfCall } from '../../../http/language.ts'
import { escaped } from '../../../infra/html.ts'
import { write } from '../../../infra/language/write.ts'
import type { Subscription } from '../../../infra/payments/sandbox-books.ts'
import type { Sandbox } from '../../../infra/payments/sandbox.ts'
import { testCards } from '../../../infra/payments/test-cards.ts'

const steps: [days: number, label: string][] = [
  [1, 'A day'],
  [7, 'A week'],
  [31, 'A month'],
  [366, 'A year'],
]

const sandboxScript = `for (const button of document.querySelectorAll('[data-days]'))
  button.addEventListener('click', async () => {
    for (const each of document.querySelectorAll('button')) each.disabled = true
    await fetch('/dev/payments/clock', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ days: Number(button.dataset.days) }),
    })
    location.reload()
  })
`

async function emailsOf(db: Deps['db'], ids: string[]): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('identity_people')
    .select(['id', 'email'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

const isoDay = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

type Row = {
  subscription: Subscription
  email: string | null | undefined
  card: string | undefined
  isDisputed: boolean
}

function cellsOf({ subscription, email, card, isDisputed }: Row): string[] {
  const { status, metadata, currency, items, cancel_at_period_end, ended_at } = subscription
  const [{ price, current_period_end: end }] = items.data
  return [
    email ?? '',
    metadata.plan,
    formatPrice(price.unit_amount, currency.toUpperCase()),
    isDisputed ? `${status}, disputed` : status,
    cancel_at_period_end && status !== 'canceled' ? `${isoDay(end)}, then ends` : isoDay(ended_at ?? end),
    card ?? '',
  ]
}

const headings = ['Member', 'Plan', 'Price', 'Status', 'Until', 'Card']

function table(rows: readonly Row[]): string {
  if (rows.length === 0) return '<p>None yet.</p>'
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('')
  const lines = rows.map((row) => {
    const cells = cellsOf(row).map((cell) => `<td>${escaped(cell)}</td>`)
    return `<tr>${cells.join('')}</tr>`
  })
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}

const hint = 'Skip ahead to see what happens to renewals, trials, late payments and disputes.'

async function sandboxPage(db: Deps['db'], sandbox: Sandbox): Promise<string> {
  const newest = await sandbox.newest()
  const emails = await emailsOf(
    db,
    newest.map(({ metadata }) => metadata.account),
  )
  const { find } = sandbox.read()
  const methods = new Map((await find('payment_method')).map(({ id, card }) => [id, card.fingerprint]))
  const disputed = new Set((await find('charge', { disputed: true })).map(({ customer }) => customer))
  const rows = newest.map((subscription) => ({
    subscription,
    email: emails.get(subscription.metadata.account),
    card: methods.get(subscription.default_payment_method ?? ''),
    isDisputed: disputed.has(subscription.customer),
  }))
  const cards = testCards.map(
    ({ name, number }) => `<li><code>${number}</code> ${escaped(name.replaceAll('_', ' '))}</li>`,
  )
  const buttons = steps.map(([days, label]) => `<button data-days="${days}">${label}</button>`)
  return `<p>No money moves here. ${hint}</p>
<p class="row">${buttons.join(' ')}</p><h2>Test cards</h2><ul>${cards.join('')}</ul><h2>Subscriptions</h2>
${table(rows)}
<script src="/dev/payments.js" defer></script>`
}

type Payment = { clientSecret?: unknown; card?: unknown; authenticate?: unknown }

export function serveSandbox(app: FastifyInstance, deps: Deps): void {
  const { sandbox, config } = deps
  if (!sandbox) return
  sandbox.deliverTo((raw, signature) => receiveEvent(deps, raw, signature))
  if (!config.production && config.TRUSTED_HOPS === 0) servePages(app, deps, sandbox)
}

function servePages(app: FastifyInstance, { db, config }: Deps, sandbox: Sandbox): void {
  app.get('/dev/payments', async (_request, reply) => {
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(devPage(`${escaped(config.BRAND_NAME)} payments`, await sandboxPage(db, sandbox)))
  })
  app.get('/dev/payments.js', async (_request, reply) => {
    return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(sandboxScript)
  })
  app.post<{ Body: Payment }>('/dev/payments/pay', async (request, reply) => {
    const { clientSecret, card, authenticate } = request.body ?? {}
    if (typeof clientSecret !== 'string' || typeof card !== 'string')
      throw new ApiError('invalid_request', 'Send clientSecret and card.')
    // PostgreSQL rejects NUL characters in text.
    if (clientSecret.includes('\0')) throw new ApiError('invalid_request', 'clientSecret has an invalid character.')
    const result = await sandbox.pay(clientSecret, card, authenticate === true)
    if (!result) throw new ApiError('not_found', 'We couldn’t find this payment or card.')
    const message = result.message && write(languageOfCall(request), result.message)
    return reply.send({ data: { ...result, message } })
  })
  app.post<{ Body: { days?: unknown } }>('/dev/payments/clock', async (request, reply) => {
    const days = request.body?.days
    if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > 1000)
      throw new ApiError('invalid_request', 'Send days, from 1 to 1000.')
    await sandbox.advance(days)
    return reply.send({ done: true })
  })
}
