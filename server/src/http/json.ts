import { ApiError, message, type MessageDescriptor } from '@kindred/contract'

// A strict JSON parser, which accepts only UTF-8, without repeated keys or deep nesting.

const MAX_DEPTH = 16
const utf8 = new TextDecoder('utf-8', { fatal: true })
/** The tokens of valid JSON: strings (with the colon of a key), brackets and numbers. */
const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]|-?\d[\d.eE+-]*/g

const refuse = (problem: MessageDescriptor) => new ApiError('malformed_request', problem)

export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw refuse(message('The body isn’t valid JSON.'))
  }
  inspect(text)
  return value
}

function inspect(text: string): void {
  const open: (Set<string> | null)[] = []
  for (const [piece, colon] of text.matchAll(tokens)) {
    if (piece === '{' || piece === '[') {
      if (open.push(piece === '{' ? new Set() : null) > MAX_DEPTH)
        throw refuse(message('The body is nested too deeply.'))
    } else if (piece === '}' || piece === ']') open.pop()
    else if (colon) assertKey(String(JSON.parse(piece.slice(0, -colon.length))), open.at(-1))
    else if (piece[0] !== '"' && !Number.isFinite(Number(piece)))
      throw refuse(message('The body has a number that is too large.'))
  }
}

function assertKey(key: string, seen: Set<string> | null | undefined): void {
  if (key === '__proto__' || key === 'constructor' || key === 'prototype')
    throw refuse(message('The body has a key that isn’t allowed.'))
  if (seen?.has(key)) throw refuse(message('The body has the same key twice.'))
  seen?.add(key)
}
