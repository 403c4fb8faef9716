import { useEffect, useRef, useState } from 'react'
import { isObject } from '../api/failure.ts'
import { type Entered, keepInterrupted, keepUnfinished, unfinished } from './unfinished.ts'

/** Of the model’s kind, where null stands for any single value, and the first of a list for all. */
function isLike<T>(value: unknown, model: T): value is T {
  if (Array.isArray(model)) return Array.isArray(value) && value.every((each) => isLike(each, model[0] ?? null))
  if (isObject(model))
    return (
      isObject(value) && Object.keys(model).every((key) => value[key] === undefined || isLike(value[key], model[key]))
    )
  return model === null ? !isObject(value) && !Array.isArray(value) : typeof value === typeof model
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Of what was kept, the fields that can be used. */
function usable<T extends object>(kept: Entered, model: T): Partial<T> {
  const fields: Partial<T> = {}
  for (const key in model) {
    const value = kept[key]
    if (value !== undefined && isLike(value, model[key])) fields[key] = value
  }
  return fields
}

function differing<T extends object>(fields: Partial<T>, saved: T): Partial<T> {
  const changes: Partial<T> = {}
  for (const key in fields) if (!isSame(fields[key], saved[key])) changes[key] = fields[key]
  return changes
}

/**
 * The fields of a form, kept in this tab until they are saved or discarded. Only what differs from what is saved is
 * kept, so that a field nobody touched shows what another device has saved meanwhile. `model`: for fields whose saved
 * value says too little about what they can hold. Without a name, nothing is kept.
 */
export function useUnfinished<T extends object>(name: string | undefined, saved: T, model: T = saved) {
  const [kept, setKept] = useState<Entered>(() => (name ? unfinished(name) : {}))
  const [entered, setEntered] = useState<Partial<T>>({})
  const [wasKept, setWasKept] = useState(Object.keys(kept).length > 0)
  const [turn, setTurn] = useState(0)
  const changes = differing({ ...usable(kept, model), ...entered }, saved)
  const isChanged = Object.keys(changes).length > 0
  useEffect(() => {
    if (name) keepUnfinished(name, { ...kept, ...entered })
  }, [name, kept, entered])
  const change = (part: Partial<T>) => {
    setKept((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in part))))
    setEntered((before) => differing({ ...before, ...part }, saved))
  }
  const forget = () => {
    // At once: what shows the form may be gone before an effect runs.
    if (name) keepUnfinished(name, {})
    setKept({})
    setEntered({})
    setWasKept(false)
  }
  /** Forgets it with something else, such as closing its dialog. */
  const forgetAnd = (next: () => void) => () => {
    forget()
    next()
  }
  return {
    /** The fields as they are shown. */
    value: { ...saved, ...changes },
    changes,
    isChanged,
    change,
    /** For after saving. */
    forget,
    forgetAnd,
    /** Brings back the saved values. */
    discard: forgetAnd(() => setTurn(turn + 1)),
    /** Changes with each discard: the key of fields that have a state of their own. */
    turn,
    /** It was entered before the form was opened, so it has to be pointed out. */
    isFromBefore: wasKept && isChanged,
  }
}

/** A text that is forgotten where it is closed, unless its writer's session ended by itself meanwhile. */
export function useInterrupted(name: string, initial = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => {
    const { text: before } = unfinished(name)
    return typeof before === 'string' ? before : initial
  })
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  }, [text])
  useEffect(() => {
    keepUnfinished(name, {})
    return () => keepInterrupted(name, latest.current)
  }, [name])
  return [text, setText]
}
