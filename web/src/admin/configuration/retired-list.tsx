import { useLingui } from '@lingui/react/macro'
import { ArchiveRestore } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { erasedOn } from './retired.ts'
import { useFirstItems } from './use-first-items.tsx'

type Item = { id: string; name: string; detail?: string; retiredAt?: string | undefined }
type Props = { title: string; lead: string; items: readonly Item[]; onBringBack: (id: string) => void }

/** Retired parts with answers, until these are erased. */
export function RetiredList({ title, lead, items, onBringBack }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const [shown, more] = useFirstItems(items)
  if (items.length === 0) return null
  return (
    <section className="card grid grid-cols-1 gap-3" aria-label={title}>
      <h2>{title}</h2>
      <p className="text-muted">{lead}</p>
      <ul className="grid grid-cols-1">
        {shown.map(({ id, name, detail, retiredAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 border-t border-line py-3">
            <span className="grid min-w-0 flex-1">
              <b className="wrap-anywhere" dir="auto">
                {name}
              </b>
              {detail && (
                <span className="text-small text-muted wrap-anywhere" dir="auto">
                  {detail}
                </span>
              )}
              <span className="text-small text-muted">{t`Answers are erased on ${formats.longDay(erasedOn(retiredAt))}.`}</span>
            </span>
            <Button tone="quiet" size="sm" aria-label={t`Bring back ${name}`} onClick={() => onBringBack(id)}>
              <ArchiveRestore size={18} />
              {t`Bring back`}
            </Button>
          </li>
        ))}
      </ul>
      {more}
    </section>
  )
}
