import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { linkClass } from '../../ui/classes.ts'

const WhyPanel = lazy(() => import('./why-panel.tsx'))

export function Why({ id, boosted = false }: { id: string; boosted?: boolean }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={linkClass} onClick={() => setOpen(true)}>{t`Why this person?`}</button>
      {open && (
        <Suspense>
          <WhyPanel id={id} boosted={boosted} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
