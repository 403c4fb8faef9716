import type { FastifyInstance } from 'fastify'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { outboxFolder, type Config } from '../config.ts'
import { escaped } from '../infra/html.ts'

// Pages for developers are available only on their own machine, but not in production or through a proxy.

const linked = (text: string) =>
  escaped(text).replace(/https?:\/\/[^\s&<]+/g, (address) => `<a href="${address}">${address}</a>`)

const style = `
body{font:16px/24px system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
article{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:12px}
article{padding:1rem 1.25rem;margin:1rem 0}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin:0}p{margin:.25rem 0 1rem;opacity:.75}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}
.row{opacity:1}
button{font:inherit;padding:.5rem 1rem;border-radius:999px;border:1px solid;background:none}
button{color:inherit;cursor:pointer}
.wide{overflow-x:auto}table{border-collapse:collapse;white-space:nowrap}
th,td{text-align:left;padding:.25rem 1rem .25rem 0}`

export function serveDevelopment(app: FastifyInstance, config: Config): void {
  if (config.production || config.TRUSTED_HOPS > 0) return
  app.get('/dev/outbox', async ({ url }, reply) => {
    const to = new URL(url, config.PUBLIC_URL).searchParams.get('to') ?? ''
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await outboxPage(outboxFolder(config), config.BRAND_NAME, to))
  })
}

const NEWEST = 50

async function outboxPage(folder: string, brand: string, address: string): Promise<string> {
  const { default: PostalMime } = await import('postal-mime')
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
        .sort()
        .reverse()
    : []
  const mails = await Promise.all(
    files
      .slice(0, NEWEST)
      .map((name) => readFileSync(join(folder, name)))
      .filter((file) => file.includes(address))
      .map((file) => PostalMime.parse(file)),
  )
  const articles = mails.map(({ subject = '', to, date = '', text = '' }) => {
    const addressee = escaped(to?.[0]?.address ?? '')
    const head = `<h2>${escaped(subject)}</h2><p>to ${addressee} · ${escaped(date)}</p>`
    return `<article>${head}<pre>${linked(text)}</pre></article>`
  })
  return devPage(
    `${escaped(brand)} outbox`,
    `<p>Emails that weren’t sent, because SMTP_URL isn’t set.</p>${articles.join('') || '<p>No emails yet.</p>'}`,
  )
}

/** Callers have to escape the title and the content. */
export const devPage = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head><body><h1>${title}</h1>${content}</body></html>`
