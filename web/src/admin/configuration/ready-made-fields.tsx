import type { ProfileField } from '@kindred/contract/profiles/fields'
import { readyMadeFields } from '@kindred/contract/profiles/ready-made-fields'
import { useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

type Props = { taken: readonly string[]; onAdd: (field: ProfileField) => void }

/** Fields that come with their words in every language. */
export function ReadyMadeFields({ taken, onAdd }: Props) {
  const { t } = useLingui()
  const fields = readyMadeFields.filter(({ id }) => !taken.includes(id))
  if (fields.length === 0) return null
  return (
    <section className="card grid grid-cols-1 gap-3" aria-label={t`Ready-made fields`}>
      <h2>{t`Ready-made fields`}</h2>
      <p className="text-muted">{t`Translated into every language. Change them as you like.`}</p>
      <div className="flex flex-wrap gap-2">
        {fields.map((field) => {
          const { id, label } = field
          return (
            <Button key={id} tone="quiet" size="sm" onClick={() => onAdd(field)}>
              <Plus size={18} />
              {t`Add “${label}”`}
            </Button>
          )
        })}
      </div>
    </section>
  )
}
