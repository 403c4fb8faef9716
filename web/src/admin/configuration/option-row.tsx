import { useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { FieldError, inputClass } from '../../ui/field.tsx'

type Props = {
  /** The key of the item (use-item-keys.ts). */
  id: string
  label: string
  name: string
  at: number
  count: number
  input: Pick<ComponentProps<'input'>, 'value' | 'maxLength' | 'dir' | 'lang' | 'placeholder'>
  wrong: string | undefined
  removal: string
  onChange: (text: string) => void
  onMove: (to: number) => void
  onRemove: () => void
  /** Further buttons. */
  children?: ReactNode
  below?: ReactNode
}

/** A short text in a list, with buttons that move and remove it. */
export function OptionRow(props: Props) {
  const { id, label, name, at, count, input, wrong, removal, onChange, onMove, onRemove, children, below } = props
  const { t } = useLingui()
  const error = useId()
  return (
    <li className="grid grid-cols-1 gap-1">
      <span className="flex items-center gap-1">
        <input
          {...input}
          className={`${inputClass} min-w-0 flex-1`}
          aria-label={label}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? error : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
        {children}
        <IconButton
          label={t`Move ${name} up`}
          tone="ghost"
          size="sm"
          data-does={`up ${id}`}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        >
          <ArrowUp size={18} />
        </IconButton>
        <IconButton
          label={t`Move ${name} down`}
          tone="ghost"
          size="sm"
          data-does={`down ${id}`}
          disabled={at === count - 1}
          onClick={() => onMove(at + 1)}
        >
          <ArrowDown size={18} />
        </IconButton>
        <IconButton label={removal} tone="ghost" size="sm" data-does={`remove ${id}`} onClick={onRemove}>
          <Trash2 size={18} />
        </IconButton>
      </span>
      {below}
      {wrong && <FieldError id={error}>{wrong}</FieldError>}
    </li>
  )
}
