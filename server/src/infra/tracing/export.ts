import type { Logger } from 'pino'

// Sends spans to a collector: OTLP over HTTP, as JSON (https://opentelemetry.io/docs/specs/otlp/).

export const KIND = { server: 2, client: 3, consumer: 5 } as const

export type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string | undefined
  name: string
  kind: (typeof KIND)[keyof typeof KIND]
  /** Milliseconds since 1970. */
  startedAt: number
  endedAt: number
  attributes: Record<string, string | number | undefined>
  failed: boolean
}
export type Exporter = {
  add: (span: Span) => void
  close: () => Promise<void>
}

const EVERY = 2000
const AT_ONCE = 500
/** If the collector is unavailable, spans are dropped, so that it costs neither memory nor request time. */
const MOST_WAITING = 5000
const LONGEST = 5000
const ERROR = 2

const nanoseconds = (milliseconds: number) => `${BigInt(Math.round(milliseconds * 1000)) * 1000n}`

const attributesOf = (values: Span['attributes']) =>
  Object.entries(values).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }],
  )

const toOtlp = ({ startedAt, endedAt, attributes, failed, ...span }: Span) => ({
  ...span,
  startTimeUnixNano: nanoseconds(startedAt),
  endTimeUnixNano: nanoseconds(endedAt),
  attributes: attributesOf(attributes),
  status: failed ? { code: ERROR } : {},
})

export function openExporter(endpoint: string, version: string, log: Logger): Exporter {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const resource = { attributes: attributesOf({ 'service.name': 'kindred', 'service.version': version }) }
  let [waiting, dropped, isDown]: [Span[], number, boolean] = [[], 0, false]

  const send = async (spans: Span[]) => {
    const scopeSpans = [{ scope: { name: 'kindred' }, spans: spans.map(toOtlp) }]
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
      redirect: 'error',
      signal: AbortSignal.timeout(LONGEST),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The collector answered ${answer.status}.`)
  }
  const flush = async () => {
    const spans = waiting.splice(0, AT_ONCE)
    if (spans.length === 0) return
    try {
      await send(spans)
      isDown = false
    } catch (error) {
      dropped += spans.length
      // Logs one line per outage.
      if (!isDown) log.warn({ err: error, dropped }, 'traces could not be sent')
      isDown = true
    }
  }
  let sending: Promise<void> = Promise.resolve()
  const flushInTurn = () => (sending = sending.then(flush))
  const timer = setInterval(() => void flushInTurn().catch(() => {}), EVERY).unref()
  return {
    add: (span) => {
      if (waiting.length >= MOST_WAITING) return void dropped++
      waiting.push(span)
      if (waiting.length % AT_ONCE === 0) flushInTurn().catch(() => {})
    },
    close: async () => {
      clearInterval(timer)
      while (waiting.length > 0) await flushInTurn()
      await sending
    },
  }
}
