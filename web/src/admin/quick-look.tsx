import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/button.tsx'

type Props = {
  name: string
  title: ReactNode
  onClose: () => void
  actions: ReactNode
  children: ReactNode
}

/** A preview of the current row. It stays in view while the list scrolls, and never takes the focus. */
export function QuickLook({ name, title, onClose, actions, children }: Props) {
  const { t } = useLingui()
  return (
    <aside aria-label={t`Quick look`} className="min-w-0 border-s border-line">
      <p className="sr-only" role="status">
        {name}
      </p>
      <div className="sticky top-14 flex max-h-[calc(100dvh-3.5rem)] flex-col">
        <div className="flex items-start gap-3 px-4 pt-4 pb-3">
          <div className="min-w-0 flex-1">{title}</div>
          <IconButton label={t`Close quick look`} aria-keyshortcuts="Escape" tone="ghost" size="sm" onClick={onClose}>
            <X size={18} />
          </IconButton>
        </div>
        <div className="flex flex-wrap items-center gap-2 px-4 pb-4">{actions}</div>
        <div
          className="grid content-start gap-4 overflow-y-auto px-4 pb-4 wrap-anywhere"
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls, by keyboard too
          tabIndex={0}
          role="group"
          aria-label={name}
        >
          {children}
          <p className="text-caption text-muted">{t`↑↓ Move between rows · Esc Close`}</p>
        </div>
      </div>
    </aside>
  )
}
