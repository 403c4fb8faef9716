import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'

type Props = { text?: string; onPrevious: (() => void) | undefined; onNext: (() => void) | undefined }

export function RecordNavigation({ text, onPrevious, onNext }: Props) {
  const { t } = useLingui()
  return (
    <div className="flex items-center gap-1">
      {text && <span className="me-2 text-muted">{text}</span>}
      <IconButton
        label={t`Previous`}
        aria-keyshortcuts="k"
        tone="quiet"
        size="sm"
        disabled={!onPrevious}
        onClick={onPrevious}
      >
        <ChevronLeft size={18} />
      </IconButton>
      <IconButton label={t`Next`} aria-keyshortcuts="j" tone="quiet" size="sm" disabled={!onNext} onClick={onNext}>
        <ChevronRight size={18} />
      </IconButton>
    </div>
  )
}
