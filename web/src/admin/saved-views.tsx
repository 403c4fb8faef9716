import { useLingui } from '@lingui/react/macro'
import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'

export type View = { name: string; search: Record<string, string> }

export type SavedViewsProps = {
  list: string
  search: Record<string, string>
  /** Views that everyone has. */
  ours?: readonly View[]
  onOpen: (search: Record<string, string>) => void
}

const SavedViewsDialog = lazy(() => import('./saved-views-dialog.tsx'))

/** The filters of a list that someone has named. */
export function SavedViews(props: SavedViewsProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        <Bookmark size={16} />
        {t`Views`}
      </Button>
      <Suspense>{isOpen && <SavedViewsDialog {...props} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
