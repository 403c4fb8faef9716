import { isProblem, type ErrorCode, type Problem } from '@kindred/contract/errors'
import type { Shape } from '@kindred/contract/route'

export type FailureKind = 'answer' | 'no-answer' | 'other'

type Answered = { status: number; data: unknown; retryAfter?: number | undefined }

export class CallFailed extends Error {
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly data: unknown
  readonly retryAfter: number | undefined
  constructor(kind: FailureKind, message = '', answered?: Answered) {
    super(message)
    this.name = 'CallFailed'
    this.kind = kind
    this.status = answered?.status
    this.data = answered?.data
    this.retryAfter = answered?.retryAfter
  }

  is(code: ErrorCode): boolean {
    return field(this.data, 'code') === code
  }

  get problems(): Problem[] {
    const errors = isObject(this.data) ? this.data['errors'] : undefined
    return Array.isArray(errors) ? errors.filter(isProblem) : []
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const field = (data: unknown, name: string): string | undefined => {
  const value = isObject(data) ? data[name] : undefined
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export function hasShape(body: unknown, shape: Shape): boolean {
  if (shape === 0) return body !== undefined
  if (shape === 1) return Array.isArray(body)
  return isObject(body) && Object.entries(shape).every(([key, inner]) => hasShape(body[key], inner))
}
