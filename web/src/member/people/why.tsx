import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { linkClass } from '../../ui/classes.ts'

const WhyPanel = lazy(() => import('./why-panel.tsx'))

/** A quiet button that explains why a person is shown. */
export function Why({ id, boosted = false }: { id: string; boosted?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={linkClass} onClick={() => setOpen(true)}>
        <Trans>Why this person?</Trans>
      </button>
      {open && (
        <Suspense>
          <WhyPanel id={id} boosted={boosted} open onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
