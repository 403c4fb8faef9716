import type { Dealbreakers } from '@kindred/contract/discovery/deck'
import { useIsOn } from '../../api/house.ts'
import type { FieldFilter as Value, OwnField } from '@kindred/contract/profiles/fields'
import { useState, type ReactNode } from 'react'
import { useSession } from '../../session/store.ts'
import { FieldFilter } from '../fields/field-filter.tsx'
import { PaidFields } from '../fields/paid-fields.tsx'
import { useFields } from '../fields/use-fields.ts'
import { Filter } from './filter-parts.tsx'

type Props = { wanted: Dealbreakers; cost: (name: string) => ReactNode; onChange: (wanted: Dealbreakers) => void }

/**
 * The community’s own fields that members may require. Paid ones are only named without Premium, and sensitive ones left
 * out until the member has agreed by answering one.
 */
export function FieldDealbreakers({ wanted, cost, onChange }: Props) {
  const isVIP = useSession(({ user }) => user?.isVIP === true)
  const hasPremium = useIsOn('premium')
  const { fields } = useFields()
  const hasAgreed = fields.some(({ sensitive, answer }) => sensitive && answer !== null)
  const shown = fields.filter(({ dealbreaker, sensitive }) => dealbreaker && (!sensitive || hasAgreed))
  const isOpen = ({ filter }: OwnField) => isVIP || filter === 'free'
  const paid = shown.filter((field) => !isOpen(field))
  return (
    <>
      {shown.filter(isOpen).map((field) => (
        <Filter key={field.id} cost={cost(`fields.${field.id}`)}>
          <One
            field={field}
            value={wanted.fields?.[field.id]}
            onChange={(next) => {
              const { [field.id]: _before, ...others } = wanted.fields ?? {}
              onChange({ ...wanted, fields: next ? { ...others, [field.id]: next } : others })
            }}
          />
        </Filter>
      ))}
      {paid.length > 0 && hasPremium && (
        <Filter cost={null}>
          <PaidFields fields={paid} />
        </Filter>
      )}
    </>
  )
}

type OneProps = { field: OwnField; value: Value | undefined; onChange: (value: Value | undefined) => void }

/** Choices apply at once, and numbers when their fields lose the focus. */
function One({ field, value, onChange }: OneProps) {
  const [typed, setTyped] = useState<{ value: Value | undefined }>()
  if (field.kind !== 'number') return <FieldFilter field={field} value={value} onChange={onChange} />
  return (
    <FieldFilter
      field={field}
      value={typed ? typed.value : value}
      onChange={(next) => setTyped({ value: next })}
      onRest={() => {
        if (typed) onChange(typed.value)
        setTyped(undefined)
      }}
    />
  )
}
