import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { KIND, type Exporter, type Span } from './export.ts'

// A trace follows a request through its statements to the jobs that it adds, and their statements. The running span is
// in an AsyncLocalStorage, because statements run in code that doesn't know about requests. Without it, nothing is
// traced.

type Running = { traceId: string; spanId: string; add: Exporter['add'] }
const running = new AsyncLocalStorage<Running>()

const now = () => performance.timeOrigin + performance.now()
const newId = (bytes: number) => randomBytes(bytes).toString('hex')

export const traceFields = (): { traceId?: string } => {
  const span = running.getStore()
  return span ? { traceId: span.traceId } : {}
}

/** The running span for a job's data (https://www.w3.org/TR/trace-context/). */
export const traceparent = (): { traceparent?: string } => {
  const span = running.getStore()
  return span ? { traceparent: `00-${span.traceId}-${span.spanId}-01` } : {}
}

const parentIn = (data: unknown): { traceId: string; parentSpanId: string } | undefined => {
  const text = typeof data === 'object' && data !== null && 'traceparent' in data ? String(data.traceparent) : ''
  const [, traceId, parentSpanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(text) ?? []
  return traceId && parentSpanId ? { traceId, parentSpanId } : undefined
}

type Ended = Pick<Span, 'name' | 'attributes' | 'failed'>
export type Scope = {
  within: <T>(work: () => T) => T
  end: (ended: Ended) => void
}
export type Tracing = {
  request: () => Scope
  job: (data: unknown) => Scope
  close: Exporter['close']
}

export function tracingTo({ add, close }: Exporter): Tracing {
  const begin = (kind: Span['kind'], parent?: { traceId: string; parentSpanId: string }): Scope => {
    const startedAt = now()
    const { traceId, parentSpanId } = parent ?? { traceId: newId(16), parentSpanId: undefined }
    const spanId = newId(8)
    return {
      within: (work) => running.run({ traceId, spanId, add }, work),
      end: (ended) => add({ traceId, spanId, parentSpanId, kind, startedAt, endedAt: now(), ...ended }),
    }
  }
  // A trace ID from the caller is ignored, because anyone could choose our IDs.
  return { request: () => begin(KIND.server), job: (data) => begin(KIND.consumer, parentIn(data)), close }
}

const LONGEST_TEXT = 400

/** Does nothing outside a trace. The statement's values aren't recorded. */
export function beginStatement(text: string): ((failed: boolean) => void) | undefined {
  const parent = running.getStore()
  if (!parent) return undefined
  const startedAt = now()
  const operation = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement'
  return (failed) =>
    parent.add({
      traceId: parent.traceId,
      spanId: newId(8),
      parentSpanId: parent.spanId,
      name: operation,
      kind: KIND.client,
      startedAt,
      endedAt: now(),
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, LONGEST_TEXT) },
      failed,
    })
}
