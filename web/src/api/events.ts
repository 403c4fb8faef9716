import { eventFields, type ServerEvent } from '@kindred/contract/events'
import { isObject } from './failure.ts'

const fieldsOf = new Map<unknown, Record<string, string>>(Object.entries(eventFields))

/** True for events that this page knows. A newer server may send other events and more fields. */
export function isServerEvent(value: unknown): value is ServerEvent {
  const fields = isObject(value) ? fieldsOf.get(value['type']) : undefined
  return (
    fields !== undefined &&
    Object.entries(fields).every(([name, kind]) => isObject(value) && typeof value[name] === kind)
  )
}
