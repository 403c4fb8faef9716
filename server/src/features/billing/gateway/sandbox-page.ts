import type { Deps } from '../../../deps.ts'
import { escaped } from '../../../http/site-files.ts'
import type { SandboxRow } from '../../../infra/payments/sandbox-books.ts'
import type { Sandbox } from '../../../infra/payments/sandbox.ts'
import { testCards } from '../../../infra/payments/test-cards.ts'
import { formatPrice } from '../format.ts'

const steps: [days: number, label: string][] = [
  [1, 'A day'],
  [7, 'A week'],
  [31, 'A month'],
  [366, 'A year'],
]

export const sandboxScript = `for (const button of document.querySelectorAll('[data-days]'))
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

const isoDay = (date: Date | null) => (date ? date.toISOString().slice(0, 10) : '')

const cellsOf = (row: SandboxRow, email: string | null | undefined): string[] => [
  email ?? '',
  row.plan,
  formatPrice(row.amount, row.currency),
  row.dispute ? `${row.status}, disputed (${row.dispute})` : row.status,
  row.cancel_at_period_end && row.status !== 'canceled'
    ? `${isoDay(row.period_end)}, then ends`
    : isoDay(row.period_end),
  row.card ?? '',
]

const headings = ['Member', 'Plan', 'Price', 'Status', 'Until', 'Card']

function table(rows: readonly SandboxRow[], emails: ReadonlyMap<string, string | null>): string {
  if (rows.length === 0) return '<p>None yet.</p>'
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('')
  const lines = rows.map((row) => {
    const cells = cellsOf(row, emails.get(row.customer)).map((cell) => `<td>${escaped(cell)}</td>`)
    return `<tr>${cells.join('')}</tr>`
  })
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}

const hint = 'Skip ahead to see what happens to renewals, trials, late payments and disputes.'

/** The sandbox's subscriptions and test cards, with buttons that advance its time. */
export async function sandboxPage(db: Deps['db'], sandbox: Sandbox): Promise<string> {
  const rows = await sandbox.newest()
  const emails = await emailsOf(
    db,
    rows.map(({ customer }) => customer),
  )
  const cards = testCards.map(
    ({ name, number }) => `<li><code>${number}</code> ${escaped(name.replaceAll('_', ' '))}</li>`,
  )
  const buttons = steps.map(([days, label]) => `<button data-days="${days}">${label}</button>`)
  return `<p>No money moves here. ${hint}</p>
<p class="row">${buttons.join(' ')}</p><h2>Test cards</h2><ul>${cards.join('')}</ul><h2>Subscriptions</h2>
${table(rows, emails)}
<script src="/dev/payments.js" defer></script>`
}
