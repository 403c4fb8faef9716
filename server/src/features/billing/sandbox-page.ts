import { CURRENCY } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { devPage } from '../../http/dev.ts'
import { escaped } from '../../http/site-files.ts'
import { testCards } from '../../infra/payments/test-cards.ts'
import type { Sandbox } from '../../infra/payments/sandbox.ts'
import * as queries from './queries.ts'

const steps: [number, string][] = [
  [1, 'A day'],
  [7, 'A week'],
  [31, 'A month'],
  [366, 'A year'],
]

const script = `for (const button of document.querySelectorAll('[data-days]'))
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

const day = (date: Date | null) => (date ? date.toISOString().slice(0, 10) : '')

async function content(db: Deps['db'], sandbox: Sandbox): Promise<string> {
  const rows = await sandbox.newest()
  const emails = await queries.emailsOf(
    db,
    rows.map(({ customer }) => customer),
  )
  const lines = rows.map((row) =>
    [
      emails.get(row.customer) ?? '',
      row.plan,
      `${(row.amount / 100).toFixed(2)} ${CURRENCY}`,
      row.dispute ? `${row.status}, disputed (${row.dispute})` : row.status,
      row.cancel_at_period_end && row.status !== 'canceled'
        ? `${day(row.period_end)}, then it ends`
        : day(row.period_end),
      row.card ?? '',
    ]
      .map((cell) => `<td>${escaped(cell)}</td>`)
      .join(''),
  )
  const heads = ['Who', 'Plan', 'Price', 'State', 'Until', 'Card'].map((head) => `<th scope="col">${head}</th>`)
  const given = testCards.map(({ name, number }) => `<li><code>${number}</code> ${escaped(name.replaceAll('_', ' '))}</li>`)
  const passing = steps.map(([days, words]) => `<button data-days="${days}">${words}</button>`)
  return `<p>No money moves here. Let time pass, and see what becomes of renewals, trials, late payments and disputes.</p>
<p class="row">${passing.join(' ')}</p><h2>Test cards</h2><ul>${given.join('')}</ul><h2>Subscriptions</h2>
${rows.length > 0 ? `<div class="wide"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.map((line) => `<tr>${line}</tr>`).join('')}</tbody></table></div>` : '<p>None yet.</p>'}
<script src="/dev/payments.js" defer></script>`
}

/** The sandbox, to be looked at, with a clock that can be moved. */
export function serveSandboxPage(app: FastifyInstance, { db, config }: Deps, sandbox: Sandbox): void {
  app.get('/dev/payments', async (_request, reply) => {
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(devPage(`Payments of ${escaped(config.BRAND_NAME)}`, await content(db, sandbox)))
  })
  app.get('/dev/payments.js', async (_request, reply) => {
    return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(script)
  })
}
