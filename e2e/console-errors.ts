import type { APIResponse, ConsoleMessage, Page, Request, Response } from '@playwright/test'

// Errors in a page's console, except those that the browser logs for expected responses.

/** True if a busy server refused the request without changing anything, and said when to try again. */
export const isBusy = (answer: APIResponse | Response): boolean =>
  answer.status() === 503 && 'retry-after' in answer.headers()

/** A missing subscription is a 404, as specified, but the browser logs it as an error. */
const isNoSubscription = (message: ConsoleMessage): boolean =>
  /status of 404/.test(message.text()) && message.location().url.endsWith('/subscription/current')

/**
 * Requests still pending when a member signs out, here or in another tab, fail with 401, or with 404 for photos, whose
 * URLs expire with the session. The browser logs both as errors.
 */
function watchSigningOut(page: Page): (message: ConsoleMessage) => boolean {
  const pending = new Set<Request>()
  const late = new Set<string>()
  let hasSignedOut = false
  page.context().on('request', (request) => {
    if (!request.url().endsWith('/auth/logout')) return
    hasSignedOut = true
    for (const each of pending) late.add(each.url())
  })
  page.on('request', (request) => void (request.url().includes('/api/') && pending.add(request)))
  page.on('requestfinished', (request) => void pending.delete(request))
  page.on('requestfailed', (request) => void pending.delete(request))
  return (message) => {
    const { url } = message.location()
    if (/status of 401/.test(message.text())) return late.has(url)
    return hasSignedOut && /status of 404/.test(message.text()) && url.includes('/api/v1/pictures/')
  }
}

export function watchConsoleErrors(page: Page, expectedErrors: RegExp | null): () => string[] {
  const errors: { text: string; url: string }[] = []
  const refused = new Set<string>()
  const isAfterSigningOut = watchSigningOut(page)
  page.on('response', (answer) => void (isBusy(answer) && refused.add(answer.url())))
  page.on('console', (message) => {
    if (message.type() !== 'error' || isNoSubscription(message) || isAfterSigningOut(message)) return
    if (expectedErrors?.test(message.text())) return
    errors.push({ text: `${page.url()}: ${message.text()}`, url: message.location().url })
  })
  page.on('pageerror', (error) => errors.push({ text: `${page.url()}: ${error.message}`, url: '' }))
  // The app retries when the server is busy.
  const isRefusal = ({ text, url }: { text: string; url: string }) => text.includes('status of 503') && refused.has(url)
  return () => errors.filter((each) => !isRefusal(each)).map(({ text, url }) => `${text} ${url}`)
}
