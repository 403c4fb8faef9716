import type { Approval } from '@kindred/contract/moderation/approvals'
import { Became } from '../../ui/became.tsx'
import { useFieldName } from '../audit/field-names.ts'

/** The details of an administrator that would change: before and after. */
export function Edits({ approval }: { approval: Approval }) {
  const nameOf = useFieldName()
  if (approval.edits.length === 0) return null
  return (
    <ul className="grid gap-1 text-small text-ink-2">
      {approval.edits.map(({ field, before, after }) => (
        <li key={field}>
          {nameOf(field)}: <Became before={before ?? '–'} after={after ?? '–'} />
        </li>
      ))}
    </ul>
  )
}
