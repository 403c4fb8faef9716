import { ApiError } from '@kindred/contract'

// JSON as we accept it: UTF-8, each key once, no deeper than anything we ever ask for.

const DEEPEST = 16
const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Strings (with the colon that makes them keys), brackets and numbers of a text that is known to be JSON. */
const pieces = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]|-?\d[\d.eE+-]*/g

const refuse = (message: string) => new ApiError('malformed_request', message)

/** Parses a request's body; an empty one is no body. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw refuse('The body is not valid JSON.')
  }
  inspect(text)
  return value
}

function inspect(text: string): void {
  const open: (Set<string> | null)[] = []
  for (const [piece, colon] of text.matchAll(pieces)) {
    if (piece === '{' || piece === '[') {
      if (open.push(piece === '{' ? new Set() : null) > DEEPEST) throw refuse('The body is nested too deeply.')
    } else if (piece === '}' || piece === ']') open.pop()
    else if (colon) noteKey(JSON.parse(piece.slice(0, -colon.length)) as string, open.at(-1))
    else if (piece[0] !== '"' && !Number.isFinite(Number(piece)))
      throw refuse('The body has a number that is too large.')
  }
}

function noteKey(key: string, seen: Set<string> | null | undefined): void {
  if (key === '__proto__' || key === 'constructor' || key === 'prototype')
    throw refuse('The body has a key that is not allowed.')
  if (seen?.has(key)) throw refuse('The body has the same key twice.')
  seen?.add(key)
}
