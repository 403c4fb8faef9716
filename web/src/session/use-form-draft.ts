import { useEffect, useRef, useState } from 'react'
import { isObject } from '../api/failure.ts'
import { type Entered, saveInterruptedText, saveFormDraft, formDraft } from './form-drafts.ts'

/**
 * True if the value has the type of the model. Null in the model matches any single value, and the first entry of a
 * list is the model for all entries.
 */
function isLike<T>(value: unknown, model: T): value is T {
  if (Array.isArray(model)) return Array.isArray(value) && value.every((each) => isLike(each, model[0] ?? null))
  if (isObject(model))
    return (
      isObject(value) && Object.keys(model).every((key) => value[key] === undefined || isLike(value[key], model[key]))
    )
  return model === null ? !isObject(value) && !Array.isArray(value) : typeof value === typeof model
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

function validFields<T extends object>(stored: Entered, model: T): Partial<T> {
  const fields: Partial<T> = {}
  for (const key in model) {
    const value = stored[key]
    if (value !== undefined && isLike(value, model[key])) fields[key] = value
  }
  return fields
}

function changedFields<T extends object>(fields: Partial<T>, saved: T): Partial<T> {
  const changes: Partial<T> = {}
  for (const key in fields) if (!isSame(fields[key], saved[key])) changes[key] = fields[key]
  return changes
}

/**
 * The fields of a form, stored in this tab until they are saved or discarded. Only changes are stored, so that an
 * untouched field shows what another device has saved. `model` is for fields whose saved value doesn't show their type,
 * such as null or an empty list. Without a name, nothing is stored.
 */
export function useFormDraft<T extends object>(name: string | undefined, saved: T, model: T = saved) {
  const [stored, setStored] = useState<Entered>(() => (name ? formDraft(name) : {}))
  const [entered, setEntered] = useState<Partial<T>>({})
  const [hadDraft, setHadDraft] = useState(Object.keys(stored).length > 0)
  const [turn, setTurn] = useState(0)
  const changes = changedFields({ ...validFields(stored, model), ...entered }, saved)
  const isChanged = Object.keys(changes).length > 0
  useEffect(() => {
    if (name) saveFormDraft(name, { ...stored, ...entered })
  }, [name, stored, entered])
  const change = (part: Partial<T>) => {
    setStored((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in part))))
    setEntered((before) => changedFields({ ...before, ...part }, saved))
  }
  const forget = () => {
    // The draft is deleted immediately, because the form may unmount before an effect runs.
    if (name) saveFormDraft(name, {})
    setStored({})
    setEntered({})
    setHadDraft(false)
  }
  const forgetAnd = (next: () => void) => () => {
    forget()
    next()
  }
  return {
    value: { ...saved, ...changes },
    changes,
    isChanged,
    change,
    forget,
    forgetAnd,
    discard: forgetAnd(() => setTurn(turn + 1)),
    /** Changes with each discard. Use it as the key of fields that have their own state. */
    turn,
    /** True if the input is older than the open form, which then points this out. */
    isFromBefore: hadDraft && isChanged,
  }
}

/** A text that is discarded on closing, unless its author's session has just expired. */
export function useInterruptedText(name: string, initial = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => {
    const { text: before } = formDraft(name)
    return typeof before === 'string' ? before : initial
  })
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  }, [text])
  useEffect(() => {
    saveFormDraft(name, {})
    return () => saveInterruptedText(name, latest.current)
  }, [name])
  return [text, setText]
}
